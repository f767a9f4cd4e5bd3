package htmldoc_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain/htmldoc"
)

// TestTexts: what elements and their attributes hide is no text of a page.
func TestTexts(t *testing.T) {
	texts := htmldoc.Texts(t.Context(), `<title>no</title><style>no</style><p>a&amp;b <b>c</b><noscript>d</noscript><template>no</template><select><option>no</select>
		<p hidden>no<p style="color:red; Display : none">no<details>no</details><object>no</object><svg><desc>no</desc><text>e</text></svg><textarea>f</textarea>`)
	require.Equal(t, "a&b c d e f", strings.Join(strings.Fields(strings.Join(texts, " ")), " "))
}
