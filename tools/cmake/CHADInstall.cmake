# What `cmake --install` lays down, and the package that find_package(CHAD) reads.
include(CMakePackageConfigHelpers)

set(_chad_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/chad)
install(DIRECTORY include/chad DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h" PATTERN "*.td")
install(DIRECTORY ${PROJECT_BINARY_DIR}/include/chad DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
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
install(FILES ${PROJECT_BINARY_DIR}/cmake/CHADConfig.cmake
  ${PROJECT_BINARY_DIR}/cmake/CHADConfigVersion.cmake DESTINATION ${_chad_cmake_dir})
install(EXPORT CHADTargets NAMESPACE CHAD:: DESTINATION ${_chad_cmake_dir})
