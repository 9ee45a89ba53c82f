import { describe, expect, test } from 'vitest'
import { fillTemplate } from './fill-template.js'

describe('fillTemplate', () => {
  test('default', () => {
    const html = '<p title="{{a}}">{{b}}</p>'
    expect(fillTemplate(html, { texts: { a: '"x"', b: '<i>&$&{{a}}' } })).toBe(
      '<p title="&quot;x&quot;">&lt;i>&amp;$&amp;{{a}}</p>',
    )
  })

  test('behavior: keeps only blocks whose condition holds', () => {
    const html =
      'a\n  <!--if yes-->\n  b\n  <!--end-->\n<!--if no-->c<!--end--><!--if other-->d<!--end-->e'
    expect(fillTemplate(html, { conditions: { yes: true, no: false } })).toBe('a\n  b\n  e')
  })

  test('behavior: fills a missing text with nothing', () => {
    expect(fillTemplate('a{{b}}c', {})).toBe('ac')
  })
})
