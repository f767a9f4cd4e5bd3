package polyfill

// Qt WebKit uses a family only if a font of exactly that name is installed. Chrome asks fontconfig, which knows
// replacements. Without help "Helvetica, sans-serif" would differ between the engines.

// substitutes are the families that documents name most, each with the free font of the same metrics, as in
// fontconfig's 30-metric-aliases. The text stays text: Qt does not treat a local font as a web font.
const substitutes = `` +
	`@font-face{font-family:Arial;src:local("Arial"),local("Liberation Sans")}` +
	`@font-face{font-family:Helvetica;src:local("Helvetica"),local("Liberation Sans")}` +
	`@font-face{font-family:"Times New Roman";src:local("Times New Roman"),local("Liberation Serif")}` +
	`@font-face{font-family:Times;src:local("Times"),local("Liberation Serif")}` +
	`@font-face{font-family:"Courier New";src:local("Courier New"),local("Liberation Mono")}` +
	`@font-face{font-family:Courier;src:local("Courier"),local("Liberation Mono")}` +
	`@font-face{font-family:Calibri;src:local("Calibri"),local("Carlito")}` +
	`@font-face{font-family:Cambria;src:local("Cambria"),local("Caladea")}`

// FontConfig is the content of a fontconfig file: the system's configuration, with the generic families that Chrome has.
const FontConfig = `<?xml version="1.0"?>
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
</fontconfig>
`
