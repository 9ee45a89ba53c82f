import { type ComponentType, createElement, Fragment, options, type VNode } from 'preact'
import { jsxTemplate } from 'preact/jsx-runtime'
import { renderToString } from 'preact-render-to-string'
import type { Language } from '../core/texts/language.js'
import { LanguageProvider } from '../ui/language.js'

/**
 * Returns a key of everything in the properties that the HTML of a component depends on, or null if
 * this element must be rendered. Components without state of their own that is shown depend on
 * nothing else but the language.
 */
type KeyOf<Props> = (props: Props, language: Language) => string | null

type FragmentOptions = {
  /**
   * Replaces characters outside of Latin-1 by references. One such character would make the whole
   * page a text of two bytes per character, which takes longer to encode.
   */
  escapesSigns?: boolean
}

/** A component whose HTML is the same on many pages, with the key of that HTML. */
export type CachedFragment = FragmentOptions & { component: unknown; keyOf: KeyOf<never> }

/** Lets TypeScript check the key of a component against its properties. */
export function cachedFragment<Props>(
  component: (props: Props) => unknown,
  keyOf: KeyOf<Props>,
  options: FragmentOptions = {},
): CachedFragment {
  return { component, keyOf, ...options }
}

/** In total some megabytes. The oldest make room, so that unusual receipts cannot fill the memory. */
const maxFragments = 1_000
const maxCharacters = 8_192

/** Renders a page in a language. Reuses the HTML of fragments that it has rendered before. */
export type RenderWithFragments = (language: Language, page: () => VNode) => string

/**
 * Creates a renderer with a cache of the HTML of fragments. Only the server uses it. It replaces
 * elements as they are created, so that the scripts of browsers need no code for it.
 */
export function createFragmentRenderer(fragments: readonly CachedFragment[]): RenderWithFragments {
  const places = new Map(fragments.map(({ component }, place) => [component, place]))
  const caches = new WeakMap<Language, Map<string, string>>()

  return (language, page) => {
    const cache = caches.get(language) ?? new Map<string, string>()
    caches.set(language, cache)
    const replaceFragment = (vnode: VNode) => {
      const place = places.get(vnode.type)
      if (place === undefined) return
      const fragment = fragments[place]
      const key = fragment?.keyOf(vnode.props as never, language) ?? null
      if (key === null) return
      const write = fragment?.escapesSigns ? escapeSigns : unchanged
      replace(vnode as VNode<object>, { cache, key: `${place} ${key}`, language, write })
    }
    return withHook(replaceFragment, () => renderIn(language, page()))
  }
}

/** Replaces a component that was just created by its HTML. */
function replace(
  vnode: VNode,
  {
    cache,
    key,
    language,
    write,
  }: {
    cache: Map<string, string>
    key: string
    language: Language
    write: (html: string) => string
  },
): void {
  const { type, props } = vnode
  const cached = cache.get(key)
  if (cached !== undefined) {
    Object.assign(vnode, { type: Fragment, props: verbatim(cached).props })
    return
  }
  // Rendering here would interrupt the component that creates it.
  vnode.type = () => {
    const rendered = withHook(ignore, () =>
      renderIn(language, createElement(type as ComponentType<object>, props)),
    )
    const html = write(rendered)
    keep(cache, key, html)
    return verbatim(html)
  }
}

const ignore = () => {}
const unchanged = (html: string) => html
const escapeSigns = (html: string) =>
  html.replace(/[^\0-\xff]/gu, (sign) => `&#${sign.codePointAt(0)};`)

/** Returns an element with HTML that is not escaped again. */
function verbatim(html: string): VNode {
  return jsxTemplate([html])
}

/** Renders synchronously, so no other page is rendered with this hook. */
function withHook(hook: (vnode: VNode) => void, render: () => string): string {
  const { vnode: before } = options
  options.vnode = hook
  try {
    return render()
  } finally {
    options.vnode = before as typeof hook
  }
}

function renderIn(language: Language, page: VNode): string {
  return renderToString(<LanguageProvider value={language}>{page}</LanguageProvider>)
}

function keep(cache: Map<string, string>, key: string, html: string): void {
  if (html.length > maxCharacters) return
  if (cache.size >= maxFragments) cache.delete(cache.keys().next().value ?? '')
  cache.set(key, html)
}
