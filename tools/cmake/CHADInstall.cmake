# What `cmake --install` lays down, and the package that find_package(CHAD) reads.
include(CMakePackageConfigHelpers)

set(_chad_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/chad)
install(DIRECTORY include/chad DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
        FILES_MATCHING PATTERN "*.h" PATTERN "*.td")
install(DIRECTORY include/chad-c DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
        FILES_MATCHING PATTERN "*.h")
install(DIRECTORY ${PROJECT_BINARY_DIR}/include/chad DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        COMPONENT development
        FILES_MATCHING PATTERN "*.inc" PATTERN "CMakeFiles" EXCLUDE)

get_property(CHAD_LIBS GLOBAL PROPERTY CHAD_LIBS)
list(TRANSFORM CHAD_LIBS PREPEND "CHAD::" OUTPUT_VARIABLE CHAD_EXPORTED_LIBS)
get_property(CHAD_PLUGINS GLOBAL PROPERTY CHAD_PLUGINS)
list(TRANSFORM CHAD_PLUGINS PREPEND "CHAD::" OUTPUT_VARIABLE CHAD_EXPORTED_PLUGINS)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/CHADConfig.cmake.in
  ${PROJECT_BINARY_DIR}/cmake/CHADConfig.cmake INSTALL_DESTINATION ${_chad_cmake_dir}
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cmake/CHADConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/cmake/CHADConfig.cmake ${CMAKE_CURRENT_LIST_DIR}/CHADLinkMLIR.cmake
  ${PROJECT_BINARY_DIR}/cmake/CHADConfigVersion.cmake DESTINATION ${_chad_cmake_dir}
  COMPONENT development)
install(EXPORT CHADTargets NAMESPACE CHAD:: DESTINATION ${_chad_cmake_dir} COMPONENT development)

set(_chad_doc_dir ${CMAKE_INSTALL_DATAROOTDIR}/doc)
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${_chad_doc_dir}/chad COMPONENT tools)
install(DIRECTORY docs/ DESTINATION ${_chad_doc_dir}/chad/docs COMPONENT tools
        FILES_MATCHING PATTERN "*.md")
# Where Debian looks for the license of a package.
install(FILES LICENSE DESTINATION ${_chad_doc_dir}/chad RENAME copyright COMPONENT tools)
install(FILES LICENSE DESTINATION ${_chad_doc_dir}/libchad-dev RENAME copyright
        COMPONENT development)
