import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { loadCode } from '../../core/load-code.js'

type OnDemandProps<Props> = {
  load(): Promise<ComponentType<Props>>
  props: Props
  /** Called when the code did not load, for example without a connection. */
  onFailed(): void
}

/** Shows a component whose code loads when it is first shown. */
export function OnDemand<Props extends object>({ load, props, onFailed }: OnDemandProps<Props>) {
  const [Loaded, setLoaded] = useState<{ Component: ComponentType<Props> } | null>(null)
  useEffect(() => {
    let isGone = false
    loadCode(load).then(
      (Component) => isGone || setLoaded({ Component }),
      () => isGone || onFailed(),
    )
    return () => {
      isGone = true
    }
  }, [])
  return Loaded && <Loaded.Component {...props} />
}
