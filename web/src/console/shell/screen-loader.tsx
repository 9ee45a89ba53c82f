import { useQuery } from '@tanstack/preact-query'
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { toApiError } from '../api/api-error.js'
import { Notice } from '../parts/notice.js'
import { Failed, Refused } from '../parts/states.js'
import type { Screen } from '../screen.js'
import { useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'

type Loaded = { screen: Screen; Component: ComponentType } | null

const loaded = new Map<Screen, ComponentType>()

/** Loads the script of a screen that is shown next. */
export async function preloadScreen(screen: Screen): Promise<ComponentType> {
  const { Screen: Component } = await screen.load()
  loaded.set(screen, Component)
  return Component
}

/** Loads a screen's script on first use, and shows the screen if the role may see it. */
export function ScreenLoader({ screen }: { screen: Screen }) {
  const texts = useConsoleTexts()
  const { membership } = useSession()
  const [isFailed, setFailed] = useState(false)
  const [current, setCurrent] = useState<Loaded>(null)
  const { rights } = screen
  const mayOpen = rights === null || rights.some((right) => membership.rights.includes(right))
  useEffect(() => {
    document.title = `${texts.screens[screen.name]} · ${membership.name || texts.pageTitle}`
    if (!mayOpen || loaded.has(screen)) return
    setFailed(false)
    preloadScreen(screen).then(
      (Component) => setCurrent({ screen, Component }),
      () => setFailed(true),
    )
  }, [screen, mayOpen])
  if (!mayOpen) {
    return <RefusedScreen screen={screen} />
  }
  const Component = loaded.get(screen) ?? (current?.screen === screen ? current.Component : null)
  if (Component) return <Component />
  if (isFailed) {
    return (
      <Notice
        title={texts.states.updated}
        action={{ label: texts.states.reload, onClick: () => location.reload() }}
      />
    )
  }
  return <p class="opening">{texts.states.loading}</p>
}

/** Names the missing right, and the roles that have it, as the service states them. */
function RefusedScreen({ screen: { rights, probe } }: { screen: Screen }) {
  const { api, membership } = useSession()
  const refusal = useQuery({
    queryKey: ['refused', membership.wallet, membership.role, probe],
    queryFn: ({ signal }) =>
      probe ? api.call('get', probe, { signal }).then(() => null, toApiError) : null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (refusal.data?.isRefusal) return <Failed error={refusal.data} />
  return <Refused right={rights?.[0] ?? null} />
}
