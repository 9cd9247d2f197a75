package index

// FacetLimit is the number of generations up to which they are counted in one response.
const FacetLimit = facetLimit
