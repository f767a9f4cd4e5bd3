package pagerule

import (
	"context"
	"strings"

	"platen/domain"
	"platen/domain/internal/csscascade"
	"platen/domain/internal/csscondition"
	"platen/domain/internal/rootstyle"
	"platen/domain/stylesheet"
)

// Write writes the page rules of style sheets back, one a line, longhand by longhand.
func Write(sheets ...stylesheet.Sheet) string {
	var w ruleWriter
	a4 := csscondition.Media{Width: 190 * domain.Millimetre, Height: 277 * domain.Millimetre}
	root := func() rootstyle.Style { return rootstyle.Of(context.Background(), sheets, nil, a4) }
	if err := readRules(context.Background(), sheets, a4, root, &csscascade.Layers{}, &w); err != nil {
		return err.Error()
	}
	return strings.TrimPrefix(w.String(), "\n")
}

type ruleWriter struct{ strings.Builder }

func (w *ruleWriter) begin(r rule) error {
	w.WriteString("\n[" + r.selector + "]")
	if r.layer != csscascade.Unlayered {
		w.WriteString(" layered")
	}
	return nil
}

func (w *ruleWriter) declare(_ rule, d Declaration) error {
	w.WriteString(" " + strings.TrimPrefix(d.Property, "margin-") + ":" + d.Value)
	if d.Important {
		w.WriteString("!")
	}
	return nil
}
