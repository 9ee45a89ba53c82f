import type { FunctionComponent } from 'preact'
import { useEffect, useState } from 'preact/hooks'

type Loaded<Props> = { part: FunctionComponent<Props> | null; hasFailed: boolean; retry(): void }

/** Loads a part of the page that most sales do not need. */
export function useLazy<Props>(load: () => Promise<FunctionComponent<Props>>): Loaded<Props> {
  const [part, setPart] = useState<FunctionComponent<Props> | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const start = () => {
    setFailed(false)
    // A function as a state is called, unless another one returns it.
    load().then(
      (loaded) => setPart(() => loaded),
      () => setFailed(true),
    )
  }
  useEffect(start, [])
  return { part, hasFailed, retry: start }
}
