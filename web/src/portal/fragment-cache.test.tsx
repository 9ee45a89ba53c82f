import { renderToString } from 'preact-render-to-string'
import { describe, expect, test } from 'vitest'
import { pseudoLanguage } from '../../test/fixtures/pseudo-language.js'
import { english } from '../core/texts/language.js'
import { useTexts } from '../ui/language.js'
import { cachedFragment, createFragmentRenderer } from './fragment-cache.js'

function createGreeting() {
  const rendered: string[] = []
  const Greeting = ({ name }: { name: string }) => {
    rendered.push(name)
    const { page } = useTexts()
    return (
      <p title={page.payment}>
        {name} &amp; {'<b>'}
      </p>
    )
  }
  return { Greeting, rendered }
}

describe('createFragmentRenderer', () => {
  test('default: renders each fragment once, as it would be without a cache', () => {
    const { Greeting, rendered } = createGreeting()
    const render = createFragmentRenderer([cachedFragment(Greeting, ({ name }) => name)])
    const page = () => (
      <main>
        <Greeting name="Ann" />
        <Greeting name={'"Bo"'} />
      </main>
    )
    const plain = renderToString(page())
    rendered.length = 0
    for (let round = 0; round < 3; round += 1) expect(render(english, page)).toBe(plain)
    expect(rendered).toEqual(['Ann', '"Bo"'])
  })

  test('behavior: renders elements without a key every time', () => {
    const { Greeting, rendered } = createGreeting()
    const render = createFragmentRenderer([
      cachedFragment(Greeting, ({ name }) => (name === 'Ann' ? '' : null)),
    ])
    for (const name of ['Ann', 'Bo', 'Bo', 'Ann']) {
      expect(render(english, () => <Greeting name={name} />)).toContain(name)
    }
    expect(rendered).toEqual(['Ann', 'Bo', 'Bo'])
  })

  test('behavior: keeps languages apart', () => {
    const { Greeting } = createGreeting()
    const render = createFragmentRenderer([cachedFragment(Greeting, ({ name }) => name)])
    const inEnglish = render(english, () => <Greeting name="Ann" />)
    const inOther = render(pseudoLanguage(), () => <Greeting name="Ann" />)
    expect(inEnglish).toContain('title="Payment"')
    expect(inOther).toContain('title="⟦Payment⟧"')
  })

  test('behavior: forgets the oldest fragments', () => {
    const { Greeting, rendered } = createGreeting()
    const render = createFragmentRenderer([cachedFragment(Greeting, ({ name }) => name)])
    const show = (name: string) => render(english, () => <Greeting name={name} />)
    for (let number = 0; number <= 1_000; number += 1) show(`guest ${number}`)
    rendered.length = 0
    show('guest 1000')
    show('guest 0')
    expect(rendered).toEqual(['guest 0'])
  })

  test('behavior: leaves other renderings alone, also after an error', () => {
    const { Greeting, rendered } = createGreeting()
    const Broken = () => {
      throw new Error('broken')
    }
    const render = createFragmentRenderer([cachedFragment(Greeting, ({ name }) => name)])
    expect(() => render(english, () => <Broken />)).toThrow('broken')
    for (let round = 0; round < 2; round += 1) renderToString(<Greeting name="Ann" />)
    expect(rendered).toEqual(['Ann', 'Ann'])
  })
})
