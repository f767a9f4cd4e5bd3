package shadowfolder

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"

	"platen/domain"
	"platen/domain/comparison"
)

// Results is the content of a folder.
type Results struct {
	// Lines are in the order in which they were written.
	Lines []comparison.Shadow
	// Requests are the paths of the kept requests, relative to the folder, in the same order.
	Requests []string
}

// maxLine bounds a line. The longest documents have some thousand pages, at some hundred bytes each.
const maxLine = 4 * domain.MiB

// Read reads a folder, which a service may be writing to: a last line without an end is left out.
func Read(dir string) (Results, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return Results{}, err
	}
	defer func() { _ = root.Close() }()
	segments, err := segmentsIn(root)
	if err != nil {
		return Results{}, err
	}
	var results Results
	for _, s := range segments {
		lines, err := readLines(root, s.name+suffix)
		if err != nil {
			return Results{}, err
		}
		results.Lines = append(results.Lines, lines...)
		requests, err := fs.ReadDir(root.FS(), s.name)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return Results{}, err
		}
		for _, request := range requests {
			if strings.HasSuffix(request.Name(), ".json") {
				results.Requests = append(results.Requests, path.Join(dir, s.name, request.Name()))
			}
		}
	}
	return results, nil
}

func readLines(root *os.Root, name string) (lines []comparison.Shadow, err error) {
	file, err := root.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil // the service has just removed it to stay below its limit
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	scanner := bufio.NewScanner(file)
	scanner.Buffer(nil, int(maxLine))
	scanner.Split(wholeLines)
	for number := 1; scanner.Scan(); number++ {
		var line comparison.Shadow
		err := json.Unmarshal(scanner.Bytes(), &line)
		if err == nil && (len(line.Engines) != 2 || line.Name == "" || (len(line.Comparisons) == 1) == (line.LeftOut != "")) {
			err = errors.New("it is not a shadow result")
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, number, err)
		}
		lines = append(lines, line)
	}
	if err := scanner.Err(); err != nil { // bufio.ErrTooLong among them
		return nil, fmt.Errorf("%s:%d: %w", name, len(lines)+1, err)
	}
	return lines, nil
}

// wholeLines is a bufio.SplitFunc for lines with an end.
func wholeLines(data []byte, _ bool) (advance int, line []byte, err error) {
	end := bytes.IndexByte(data, '\n')
	if end < 0 {
		return 0, nil, nil
	}
	return end + 1, data[:end], nil
}
