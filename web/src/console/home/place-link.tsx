import { Link } from 'wouter-preact'
import { useScreens } from '../shell/use-screens.js'
import type { SetupPlace } from './setup-steps.js'

type PlaceLinkProps = { place: SetupPlace; label: string; pageLabel: string; about?: string }

/** A link to the screen of a place, or to the page that explains it. */
export function PlaceLink({ place, label, pageLabel, about }: PlaceLinkProps) {
  const { screen, tab, page } = place
  const path = useScreens()
    .find(({ name }) => name === screen)
    ?.path.split('/:')[0]
  const nameOf = (text: string) => (about === undefined ? undefined : `${text}: ${about}`)
  if (path === undefined) {
    return (
      <a href={`/docs/${page}`} aria-label={nameOf(pageLabel)}>
        {pageLabel}
      </a>
    )
  }
  return (
    <Link href={tab ? `${path}/${tab}` : path} aria-label={nameOf(label)}>
      {label}
    </Link>
  )
}
