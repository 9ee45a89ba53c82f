import { createHash } from 'node:crypto'
import { tokens, toRem } from '@tallystick/web/tokens'
import type { Config } from '../config/config.js'
import { pageHeaders } from './security-headers.js'

/** The text of an error page: the problem, then the next step. */
type Problem = { title: string; text: string; next: string }

const { light, dark, leading } = tokens
const { sandbox, 'on-sandbox': onSandbox } = tokens.sandbox
const inBothModes = (name: keyof typeof light) => `light-dark(${light[name]},${dark[name]})`

/** In the page itself, so that it does not depend on a file. */
const css = `:root{color-scheme:light dark;font:${toRem(17)}/${leading.normal} system-ui,sans-serif}
body{margin:0;background:${inBothModes('paper')};color:${inBothModes('ink')}}
main{max-width:32rem;margin:0 auto;padding:4rem 1rem}
h1{font-size:${toRem(28)};line-height:${leading.tight};margin:1rem 0}
p{margin:1rem 0}
.sandbox-bar{padding:.5rem 1rem calc(.5rem + 6px);text-align:center;color:${onSandbox};forced-color-adjust:none;background:repeating-linear-gradient(135deg,${onSandbox} 0 6px,${sandbox} 6px 12px) bottom/100% 6px no-repeat ${sandbox}}
.sandbox-bar p{margin:0}
a{color:${inBothModes('accent')}}`

const sandboxBar =
  '<div class="sandbox-bar"><p><strong>Sandbox</strong> No real money moves here.</p></div>'

const headers = pageHeaders([
  `style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'`,
  "img-src 'self'",
])

/** Paths of programs: errors there are always JSON. */
const programs = /^\/(api|mcp|assets|discovery|\.well-known)(\/|$)|^\/(openapi\.json|healthz)$/

/** Whether a request is for a page or another file that people open. */
export function isForPeople({
  method,
  url = '',
}: {
  method?: string | undefined
  url?: string | undefined
}): boolean {
  return (method === 'GET' || method === 'HEAD') && !programs.test(pathOf(url))
}

/** Whether an error of a request is shown to a person: a browser that opens a page. */
export function wantsPage(request: {
  method?: string | undefined
  url?: string | undefined
  headers: { accept?: string | undefined }
}): boolean {
  return isForPeople(request) && /\btext\/html\b/i.test(request.headers.accept ?? '')
}

/**
 * Returns an error as a page, with headers. Repeats no input. Links to the start page, except for
 * buyers, who ask the shop.
 */
export function errorPage(
  status: number,
  { url, mode }: { url: string; mode: Config['mode'] },
): { html: string; headers: Readonly<Record<string, string>> } {
  const isPayment = pathOf(url).startsWith('/portal')
  const { title, text, next } = describe(status, isPayment)
  const home = isPayment ? '' : '<p><a href="/">Go to the start page</a></p>'
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${title}</title><link rel="icon" href="/assets/logo.svg" type="image/svg+xml"><style>${css}</style></head>
<body>${mode === 'sandbox' ? sandboxBar : ''}<main><img src="/assets/logo.svg" alt="" width="40" height="40"><h1>${title}</h1>
<p>${text}</p><p>${next}</p>${home}</main></body></html>`
  return { html, headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } }
}

function describe(status: number, isPayment: boolean): Problem {
  if (status === 429) {
    return {
      title: 'Too many requests',
      text: 'This page was opened too often from your network.',
      next: 'Wait a minute, then try again.',
    }
  }
  if (status >= 500) {
    return {
      title: 'This page is unavailable right now',
      text: 'Something went wrong on our side. Any payment you made is safe.',
      next: 'Try again in a minute.',
    }
  }
  if (status === 403) {
    return {
      title: 'Access denied',
      text: 'You cannot open this page directly.',
      next: 'Use the link that you were given.',
    }
  }
  if (isPayment) {
    return {
      title: 'Payment not found',
      text: 'The link may be incomplete or mistyped. Any payment you made is safe.',
      next: 'Open the link from the shop again, or ask the shop for a new one.',
    }
  }
  return {
    title: 'Page not found',
    text: 'There is nothing at this address. It may be incomplete or mistyped.',
    next: 'Check the address and try again.',
  }
}

function pathOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? ''
}
