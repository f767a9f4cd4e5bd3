package workbench

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"

	"platen/adapters/internal/pagepng"
	"platen/domain"
	"platen/domain/comparison"
	"platen/ports"
)

// Actions do what the page asks for. They expect a request that passed the checks of the public operation.
type Actions struct {
	Previewer  ports.Previewer
	Generators ports.EngineGenerator
}

// Documents returns the number of documents that an action prints: one for each engine that the query names, at most two.
func Documents(r *http.Request) int {
	return min(max(1, len(r.URL.Query()["engine"])), 2)
}

// shown is the answer of Preview.
type shown struct {
	comparison.Preview
	Pictures []picture `json:"pictures"`
}

// picture is a page as a PNG, in base64.
type picture struct {
	Engine string                 `json:"engine"`
	Page   int                    `json:"page"`
	Kind   comparison.PictureKind `json:"kind"`
	PNG    []byte                 `json:"png"`
}

// Preview renders the request with the engines that the query names, and answers with a Preview and its pictures as JSON.
func (a Actions) Preview(ctx context.Context, r *http.Request, request domain.Request) (contentType string, content []byte,
	err error) {
	answer := shown{Pictures: []picture{}}
	answer.Preview, err = a.Previewer.Preview(ctx, request, r.URL.Query()["engine"], func(p comparison.Picture) error {
		var out bytes.Buffer
		if err := pagepng.Encode(&out, p.Image); err != nil {
			return err
		}
		answer.Pictures = append(answer.Pictures, picture{p.Engine, p.Page, p.Kind, out.Bytes()})
		return nil
	})
	if err != nil {
		return "", nil, err
	}
	content, err = json.Marshal(answer)
	return "application/json", content, err
}

// PDF prints the request with the engine that the query names.
func (a Actions) PDF(ctx context.Context, r *http.Request, request domain.Request) (contentType string, content []byte, err error) {
	document, err := a.Generators.GenerateWith(ctx, r.URL.Query().Get("engine"), request)
	return "application/pdf", document.PDF, err
}
