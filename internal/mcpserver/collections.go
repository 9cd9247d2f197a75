package mcpserver

import (
	"context"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"quire/internal/door"
)

const defaultListed = 50

func (s *server) addCollectionTools(to *mcp.Server) {
	mcp.AddTool(to, &mcp.Tool{
		Name: "list_collections", Annotations: reads("List collections"),
		Description: "Lists the collections of files that can be searched and asked.",
	}, s.listCollections)
	mcp.AddTool(to, &mcp.Tool{
		Name: "list_files", Annotations: reads("List files"),
		Description: "Lists the files of a collection, by path, with their ids and numbers of pages.",
	}, s.listFiles)
	mcp.AddTool(to, &mcp.Tool{
		Name: "search", Annotations: reads("Search"),
		Description: "Finds the passages of collections that fit a query best, each with its file, pages, link and score.",
	}, s.search)
	mcp.AddTool(to, &mcp.Tool{
		Name: "ask", Annotations: reads("Ask"),
		Description: "Answers a question from the files of collections. The answer's markers [citation:N] refer to its citations, each with file, pages and link.",
	}, s.ask)
	mcp.AddTool(to, &mcp.Tool{
		Name: "read_page", Annotations: reads("Read a page"),
		Description: "Reads one page of a file in a collection, or of a converted document, as Markdown and, if asked for, as a picture.",
	}, s.readPage)
}

type listCollectionsIn struct {
	Search string `json:"search,omitempty" jsonschema:"only collections whose name contains this"`
	Skip   int    `json:"skip,omitempty" jsonschema:"how many to pass over; for the next page of a long list"`
	Limit  int    `json:"limit,omitempty" jsonschema:"how many to list, at most 100; 50 if it is left out"`
}

type collectionsOut struct {
	Collections []door.Collection `json:"collections"`
	Count       int               `json:"count" jsonschema:"how many there are in all"`
}

func (s *server) listCollections(ctx context.Context, _ *mcp.CallToolRequest, in listCollectionsIn) (*mcp.CallToolResult, collectionsOut, error) {
	list, err := s.door.Collections(ctx, in.Search, in.Skip, limit(in.Limit))
	if err != nil {
		return nil, collectionsOut{}, err
	}
	return nil, collectionsOut{Collections: list.Data, Count: list.Count}, nil
}

func limit(asked int) int {
	if asked == 0 {
		return defaultListed
	}
	return asked // the interface reports what is wrong with it
}

type listFilesIn struct {
	Collection string `json:"collection" jsonschema:"the collection's id or name"`
	Search     string `json:"search,omitempty" jsonschema:"only files whose path contains this"`
	Skip       int    `json:"skip,omitempty" jsonschema:"how many to pass over; for the next page of a long list"`
	Limit      int    `json:"limit,omitempty" jsonschema:"how many to list, at most 100; 50 if it is left out"`
}

type filesOut struct {
	CollectionID string                `json:"collection_id"`
	Files        []door.CollectionFile `json:"files"`
	Count        int                   `json:"count" jsonschema:"how many there are in all"`
}

func (s *server) listFiles(ctx context.Context, _ *mcp.CallToolRequest, in listFilesIn) (*mcp.CallToolResult, filesOut, error) {
	c, err := s.door.Collection(ctx, in.Collection)
	if err != nil {
		return nil, filesOut{}, err
	}
	list, err := s.door.Files(ctx, c.ID, in.Search, in.Skip, limit(in.Limit))
	if err != nil {
		return nil, filesOut{}, err
	}
	return nil, filesOut{CollectionID: c.ID, Files: list.Data, Count: list.Count}, nil
}

type askIn struct {
	Question    string   `json:"question" jsonschema:"the question, complete in itself"`
	Collections []string `json:"collections,omitempty" jsonschema:"ids or names of the collections to answer from; all of them if it is left out"`
	FileIDs     []string `json:"file_ids,omitempty" jsonschema:"answer from these files only"`
}

type askOut struct {
	Answer    string     `json:"answer" jsonschema:"Markdown with markers [citation:N]"`
	Citations []citation `json:"citations"`
}

type citation struct {
	door.Citation
	place
}

// place is a page of a file that a search has found.
type place struct {
	Link string `json:"link" jsonschema:"where people read the page"`
	URI  string `json:"uri" jsonschema:"the resource that holds the page"`
}

func (s *server) placeOf(collection, file string, page int) place {
	return place{Link: s.door.FileLink(collection, file, page), URI: filePageURI(collection, file, page)}
}

func (s *server) ask(ctx context.Context, _ *mcp.CallToolRequest, in askIn) (*mcp.CallToolResult, askOut, error) {
	ids, err := s.door.CollectionIDs(ctx, in.Collections)
	if err != nil {
		return nil, askOut{}, err
	}
	answer, err := s.door.Ask(ctx, door.Question{CollectionIDs: ids, Query: in.Question, FileIDs: in.FileIDs})
	if err != nil {
		return nil, askOut{}, err
	}
	out := askOut{Answer: answer.Answer, Citations: []citation{}}
	var words strings.Builder
	words.WriteString(answer.Answer)
	for i, c := range answer.Citations {
		at := s.placeOf(c.CollectionID, c.FileID, c.PageStart)
		out.Citations = append(out.Citations, citation{c, at})
		if i == 0 {
			words.WriteString("\n")
		}
		fmt.Fprintf(&words, "\n[citation:%s] %s, %s: %s", c.ID, c.Filename, pages(c.PageStart, c.PageEnd), at.Link)
	}
	return text(words.String()), out, nil
}

func pages(from, to int) string {
	if from == to {
		return fmt.Sprintf("page %d", from)
	}
	return fmt.Sprintf("pages %d to %d", from, to)
}

type searchIn struct {
	Query       string   `json:"query" jsonschema:"what to look for, in words or as a question"`
	Collections []string `json:"collections,omitempty" jsonschema:"ids or names of the collections to search; all of them if it is left out"`
	FileIDs     []string `json:"file_ids,omitempty" jsonschema:"search these files only"`
	Limit       int      `json:"limit,omitempty" jsonschema:"how many passages, at most 50; 10 if it is left out"`
}

type searchOut struct {
	Passages []found `json:"passages"`
}

type found struct {
	door.Passage
	place
}

func (s *server) search(ctx context.Context, _ *mcp.CallToolRequest, in searchIn) (*mcp.CallToolResult, searchOut, error) {
	ids, err := s.door.CollectionIDs(ctx, in.Collections)
	if err != nil {
		return nil, searchOut{}, err
	}
	passages, err := s.door.Search(ctx, door.Wanted{CollectionIDs: ids, Query: in.Query, FileIDs: in.FileIDs, Limit: in.Limit})
	if err != nil {
		return nil, searchOut{}, err
	}
	out := searchOut{Passages: []found{}}
	var words strings.Builder
	if len(passages) == 0 {
		words.WriteString("Nothing was found.")
	}
	for _, p := range passages {
		at := s.placeOf(p.CollectionID, p.FileID, p.PageStart)
		out.Passages = append(out.Passages, found{p, at})
		fmt.Fprintf(&words, "%s, %s (%s)\n\n%s\n\n", p.Path, pages(p.PageStart, p.PageEnd), at.Link, p.Text)
	}
	return text(words.String()), out, nil
}
