// Package genericfonts gives engines that ask fontconfig for generic families the fonts that browsers take for them, so that the same
// document has the same words on a line.
package genericfonts

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// config is the content of the file: the system's configuration, with the generic families of browsers, and an engine's own elements.
const config = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <match target="pattern">
    <test name="family"><string>serif</string></test>
    <edit name="family" mode="prepend" binding="strong"><string>Times New Roman</string></edit>
  </match>
  <match target="pattern">
    <test name="family"><string>sans-serif</string></test>
    <edit name="family" mode="prepend" binding="strong"><string>Arial</string></edit>
  </match>
  <match target="pattern">
    <test name="family"><string>monospace</string></test>
    <edit name="family" mode="prepend" binding="strong"><string>Courier New</string></edit>
  </match>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  %s
</fontconfig>
`

// file is the name of the file in an engine's folder.
const file = "fonts.conf"

// MakeFolder makes an engine's folder in a parent, with the file in it and the engine's own elements in the file.
func MakeFolder(parent, engine, elements string) (folder string, err error) {
	if folder, err = os.MkdirTemp(parent, engine+"-*"); err == nil {
		err = os.WriteFile(filepath.Join(folder, file), fmt.Appendf(nil, config, elements), 0o600)
	}
	if err != nil {
		return "", errors.Join(fmt.Errorf("%s: %w", engine, err), os.RemoveAll(folder)) // it may not have been made
	}
	return folder, nil
}

// Variable is the environment variable of the processes of the engine with that folder.
func Variable(folder string) string { return "FONTCONFIG_FILE=" + filepath.Join(folder, file) }
