import { describe, expect, test } from 'vitest'
import { type PageDocument, renderDocument } from './render-document.js'

const page = {
  locale: 'en',
  title: 'Pay Tea & Co',
  description: '$12.00 for "Tea"',
  image: 'https://pay.test/media/a"b/960.webp',
  body: '<main>Tea</main>',
  styles: ['a{}', 'b{}'],
  script: '/assets/portal/portal-1.js',
  icon: null,
  isIndexed: false,
}

const render = (document: PageDocument) => renderDocument(document).toString()

describe('renderDocument', () => {
  test('default', () => {
    const html = render(page)
    expect(html).toMatch(/^<!doctype html>.*<body><main>Tea<\/main><\/body><\/html>$/)
    expect(html).toContain('<html lang="en">')
    expect(html).toContain('<title>Pay Tea &amp; Co</title>')
    expect(html).toContain('<meta property="og:title" content="Pay Tea &amp; Co">')
    expect(html).toContain('content="$12.00 for &quot;Tea&quot;">')
    expect(html).toContain(
      '<meta property="og:image" content="https://pay.test/media/a&quot;b/960.webp">',
    )
    expect(html).toContain('<style>a{}</style><style>b{}</style>')
    expect(html).toContain('<script type="module" src="/assets/portal/portal-1.js"></script>')
    expect(html).toContain('<meta name="robots" content="noindex">')
  })

  test('behavior: escapes the title', () => {
    const html = render({ ...page, title: '</title></style><img src=x onerror=alert(1)>' })
    expect(html).not.toContain('<img')
    expect(html.match(/<\/title>/g)).toHaveLength(1)
    expect(html.match(/<\/style>/g)).toHaveLength(2)
  })

  test('behavior: loads the first modules and the first call before the styles', () => {
    const html = render({
      ...page,
      modules: ['/assets/console/a.js'],
      call: '/api/auth/me',
    })
    const links = [
      '<link rel="preload" href="/api/auth/me" as="fetch" crossorigin>',
      '<link rel="modulepreload" href="/assets/portal/portal-1.js">',
      '<link rel="modulepreload" href="/assets/console/a.js">',
    ]
    for (const link of links) {
      expect(html.indexOf(link)).toBeGreaterThan(0)
      expect(html.indexOf(link)).toBeLessThan(html.indexOf('<style>'))
    }
    expect(render(page)).not.toContain('preload')
  })

  test('behavior: a static, indexed page has no script and no robots tag', () => {
    const html = render({ ...page, script: null, isIndexed: true })
    expect(html).not.toContain('<script')
    expect(html).not.toContain('robots')
  })
})
