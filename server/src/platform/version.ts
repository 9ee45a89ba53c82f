/** Version of the API. Paths do not contain it. */
export const apiVersion = '1.0.0'

/** Names the API version in every response. */
export const apiVersionHeader = 'x-api-version'
