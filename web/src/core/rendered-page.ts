/**
 * A page without the surrounding document: the server adds the head, the app's style sheet and its
 * script.
 */
export type RenderedPage = {
  /** BCP 47 tag of the page's language. */
  locale: string
  title: string
  /** The text that a link to the page shows in a message. */
  description: string
  body: string
  /** The page's own CSS, on top of the app's style sheet. */
  css: string
}
