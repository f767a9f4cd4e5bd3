package generate

import (
	"context"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/errgroup"

	"platen/domain"
	"platen/domain/page"
	"platen/ports"
)

// expectations remember what header and footer needed in a client's last document with the same templates. The next document's body is
// printed with that reserve while its header and footer are measured. That print is used only if they need exactly this on the first page,
// and not less on the others, so a wrong expectation costs time and changes no document. Without them, a document of one page with a new
// header takes a quarter longer on one of the engines.
type expectations = lru.Cache[expectationKey, page.Reserves]

// maxExpectations bounds the memory that they take: about 300 bytes each.
const maxExpectations = 4096

// expectationKey is what determines the reserve as a rule.
type expectationKey struct {
	client    string
	templates string    // the digest of header and footer before they are filled
	page      page.Page // the default page
}

// expectationKey returns the key of a request before it was filled.
func (p printer) expectationKey(ctx context.Context, plan plan, templates domain.Request) expectationKey {
	return expectationKey{
		client:    ports.ClientOf(ctx).Name,
		templates: domain.Digest(templates.HeaderHTML, templates.FooterHTML),
		page:      plan.layout.Default(),
	}
}

// measureBesideBody measures header and footer on the first page, and returns what they need as far as it is known. It prints the body with
// the expected reserve at the same time; nil if none was expected, or another one is needed. If it was wrong, nothing is expected next time.
// templates is the request before it was filled.
func (p printer) measureBesideBody(
	ctx context.Context, plan plan, templates domain.Request,
) (all []printedHeaderFooter, reserve page.Reserves, early *body, err error) {
	key := p.expectationKey(ctx, plan, templates)
	expected, used := p.expected.Get(key)
	printing, cancel := context.WithCancel(ctx)
	defer cancel()
	var bodyPrint errgroup.Group
	if used {
		bodyPrint.Go(func() (err error) {
			defer recovered(&err)
			early, err = p.body(printing, plan, expected)
			return err
		})
	}
	if all, err = p.measureAll(ctx, plan); err == nil {
		reserve = reservesFor(all)
		switch {
		case !used:
			p.expected.Add(key, reserve)
		case reserve.First != expected.First:
			p.expected.Remove(key)
		default:
			err = bodyPrint.Wait()
			return all, expected, early, err
		}
	}
	cancel()
	_ = bodyPrint.Wait()
	return all, reserve, nil, err
}
