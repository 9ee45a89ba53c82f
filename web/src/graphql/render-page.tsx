import { renderToString } from 'preact-render-to-string'
import type { RenderedPage } from '../core/rendered-page.js'
import { GraphqlPage } from './graphql-page.js'

/** Renders the page to try queries of a schema. */
export function renderGraphqlPage({ schema }: { schema: string }): RenderedPage {
  return {
    locale: 'en',
    title: 'GraphQL · Tallystick',
    description: 'Query public users, their follows and the leaderboard.',
    body: renderToString(<GraphqlPage schema={schema} />),
    css: '',
  }
}
