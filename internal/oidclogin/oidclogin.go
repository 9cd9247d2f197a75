// Package oidclogin identifies a person through an OpenID Connect provider, with the authorization code flow with PKCE,
// state and nonce (https://openid.net/specs/openid-connect-core-1_0.html#CodeFlowAuth, RFC 9700).
package oidclogin

import (
	"cmp"
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// timeout bounds one request to the provider.
const timeout = 10 * time.Second

// Config describes this service to the provider, and the provider to this service.
type Config struct {
	Issuer       string
	ClientID     string
	ClientSecret string // "" for a public client
	// Scopes are requested in addition to openid.
	Scopes []string
	// GroupsClaim names the claim with the groups of a person; "" means groups.
	GroupsClaim string
}

// Provider is an OpenID Connect provider. It is safe for concurrent use.
type Provider struct {
	cfg    Config
	client *http.Client

	mu    sync.Mutex
	found *oidc.Provider
}

// New returns the provider without contacting it, because it may be down when this service starts.
func New(cfg Config) *Provider {
	cfg.GroupsClaim = cmp.Or(cfg.GroupsClaim, "groups")
	return &Provider{cfg: cfg, client: &http.Client{Timeout: timeout}}
}

// Check returns an error unless the provider identifies itself as the configured issuer.
func (p *Provider) Check(ctx context.Context) error {
	_, err := p.discover(p.context(ctx))
	return err
}

func (p *Provider) context(ctx context.Context) context.Context {
	return oidc.ClientContext(ctx, p.client)
}

// discover fetches the provider's description once, and tries again as long as that fails.
func (p *Provider) discover(ctx context.Context) (*oidc.Provider, error) {
	p.mu.Lock()
	found := p.found
	p.mu.Unlock()
	if found != nil {
		return found, nil
	}
	found, err := oidc.NewProvider(ctx, p.cfg.Issuer)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.found = found
	return found, nil
}

func (p *Provider) oauth(found *oidc.Provider, redirect string) *oauth2.Config {
	return &oauth2.Config{
		ClientID: p.cfg.ClientID, ClientSecret: p.cfg.ClientSecret, Endpoint: found.Endpoint(), RedirectURL: redirect,
		Scopes: append([]string{oidc.ScopeOpenID}, slices.DeleteFunc(slices.Clone(p.cfg.Scopes), func(s string) bool { return s == oidc.ScopeOpenID })...),
	}
}

// Attempt is a login in progress. Its secrets stay with the browser that began it.
type Attempt struct{ State, Nonce, Verifier string }

// String returns the attempt as the value of a cookie.
func (a Attempt) String() string { return a.State + "." + a.Nonce + "." + a.Verifier }

// ParseAttempt parses the result of String.
func ParseAttempt(s string) (Attempt, bool) {
	parts := strings.Split(s, ".")
	if len(parts) != 3 || slices.Contains(parts, "") {
		return Attempt{}, false
	}
	return Attempt{State: parts[0], Nonce: parts[1], Verifier: parts[2]}, true
}

// Begin returns the address where a person logs in with the provider, which then sends them to redirect.
func (p *Provider) Begin(ctx context.Context, redirect string) (string, Attempt, error) {
	found, err := p.discover(p.context(ctx))
	if err != nil {
		return "", Attempt{}, err
	}
	a := Attempt{State: oauth2.GenerateVerifier(), Nonce: oauth2.GenerateVerifier(), Verifier: oauth2.GenerateVerifier()}
	return p.oauth(found, redirect).AuthCodeURL(a.State, oidc.Nonce(a.Nonce), oauth2.S256ChallengeOption(a.Verifier)), a, nil
}

// The errors of a failed login.
var (
	ErrUnavailable = errors.New("the identity provider is not available or does not speak OpenID Connect")
	ErrForged      = errors.New("the login was not begun by this browser")
	ErrRefused     = errors.New("the identity provider's response is not valid")
)

// Person is a person identified by the provider.
type Person struct {
	Subject string // unique within the provider, and never reassigned
	Name    string // for people
	Groups  []string
}

// Finish exchanges the code that the browser brought back from the provider for the person who logged in. state is the
// state that came with the code.
func (p *Provider) Finish(ctx context.Context, redirect string, a Attempt, state, code string) (Person, error) {
	if subtle.ConstantTimeCompare([]byte(state), []byte(a.State)) != 1 {
		return Person{}, ErrForged
	}
	ctx = p.context(ctx)
	found, err := p.discover(ctx)
	if err != nil {
		return Person{}, err
	}
	token, err := p.oauth(found, redirect).Exchange(ctx, code, oauth2.VerifierOption(a.Verifier))
	if _, answered := errors.AsType[*oauth2.RetrieveError](err); err != nil && !answered {
		return Person{}, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	if err != nil {
		return Person{}, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	raw, _ := token.Extra("id_token").(string)
	id, err := found.Verifier(&oidc.Config{ClientID: p.cfg.ClientID}).Verify(ctx, raw)
	if err != nil {
		return Person{}, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	if subtle.ConstantTimeCompare([]byte(id.Nonce), []byte(a.Nonce)) != 1 {
		return Person{}, fmt.Errorf("%w: its nonce does not match", ErrRefused)
	}
	return p.person(ctx, found, id, token)
}

// person reads the claims of the ID token and, if it lacks groups or a name, those of the user info, because providers
// differ in where they put them.
func (p *Provider) person(ctx context.Context, found *oidc.Provider, id *oidc.IDToken, token *oauth2.Token) (Person, error) {
	claims := map[string]any{}
	if err := id.Claims(&claims); err != nil {
		return Person{}, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	_, grouped := claims[p.cfg.GroupsClaim]
	complete := grouped && nameOf(claims, "") != ""
	if !complete && found.UserInfoEndpoint() != "" {
		info, err := found.UserInfo(ctx, oauth2.StaticTokenSource(token))
		if err != nil {
			return Person{}, fmt.Errorf("%w: %w", ErrUnavailable, err)
		}
		if info.Subject != id.Subject {
			return Person{}, fmt.Errorf("%w: its user info is about someone else", ErrRefused)
		}
		more := map[string]any{}
		if err := info.Claims(&more); err != nil {
			return Person{}, fmt.Errorf("%w: %w", ErrRefused, err)
		}
		for name, value := range more {
			if _, has := claims[name]; !has {
				claims[name] = value
			}
		}
	}
	return Person{Subject: id.Subject, Name: nameOf(claims, id.Subject), Groups: texts(claims[p.cfg.GroupsClaim])}, nil
}

// maxName bounds a name, in characters.
const maxName = 200

// nameOf returns the name of the person, fit to be shown and logged.
func nameOf(claims map[string]any, subject string) string {
	name := subject
	for _, claim := range []string{"email", "preferred_username", "name"} {
		if text, ok := claims[claim].(string); ok && text != "" {
			name = text
			break
		}
	}
	letters := []rune(strings.ToValidUTF8(name, "�"))
	for i, r := range letters {
		if !unicode.IsPrint(r) {
			letters[i] = unicode.ReplacementChar
		}
	}
	return string(letters[:min(len(letters), maxName)])
}

// texts returns the strings of a claim, which is either a list or a single string.
func texts(claim any) []string {
	switch v := claim.(type) {
	case string:
		return []string{v}
	case []any:
		var list []string
		for _, item := range v {
			if text, ok := item.(string); ok {
				list = append(list, text)
			}
		}
		return list
	}
	return nil
}
