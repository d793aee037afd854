# complete.fish FOLDER: reads the completions in the folder, and prints what completes some lines.
for file in $argv[1]/*.fish
    source $file
end
for line in 'chad-run --gr' 'chad-run --emit=' 'chad-opt --verify-diagnostics='
    complete -C $line
end
