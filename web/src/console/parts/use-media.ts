import { useEffect, useState } from 'preact/hooks'

/** Below this width, a screen is laid out for a phone. */
export const phoneQuery = '(max-width: 47.99rem)'

/** Returns whether a media query matches, also after a change. */
export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches)
  useEffect(() => {
    const media = matchMedia(query)
    const update = () => setMatches(media.matches)
    update()
    media.addEventListener('change', update)
    return () => media.removeEventListener('change', update)
  }, [query])
  return matches
}
