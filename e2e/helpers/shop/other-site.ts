import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Receiver, startReceiver } from '../receiver.js'
import { projectDir } from '../tallystick.js'

/** Another site: pages by path, at an origin of their own. */
export type OtherSite = Receiver & { pages: Map<string, string> }

/** Starts a site that serves the pages it is given. */
export async function startOtherSite(): Promise<OtherSite> {
  const pages = new Map<string, string>()
  const receiver = await startReceiver((response, { path }) => {
    const page = pages.get(path)
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  })
  return { ...receiver, pages }
}

/** Returns a page with a button, which records the events of the button in `events`. */
export function pageWith(button: string, serviceUrl: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tea</title>
<meta name="viewport" content="width=device-width"></head>
<body><main><h1>Tea</h1>${button}</main><script>
window.events = []
for (const name of ['paid', 'closed', 'failed']) {
  document.addEventListener(name, ({ detail }) => events.push([name, detail]))
}
</script><script type="module" src="${serviceUrl}/pay-button.js"></script></body></html>`
}

/** Returns the page of the example with the addresses and the shop of a test. */
export function readExample(
  serviceUrl: string,
  { slug, sku }: { slug: string; sku: string },
): string {
  return readFileSync(join(projectDir, 'examples', 'pay-button', 'index.html'), 'utf8')
    .replaceAll('http://localhost:3000', serviceUrl)
    .replaceAll('notch-and-bean', slug)
    .replaceAll('CLASS-1', sku)
}
