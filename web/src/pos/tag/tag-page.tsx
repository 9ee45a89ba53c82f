import { useEffect, useState } from 'preact/hooks'
import { callService } from '../../core/api/call-service.js'
import { counterTexts } from '../../core/texts/en-pos.js'

const texts = counterTexts.tag
const pollMs = 2_000

type TagState = 'nothing' | 'opening' | 'unknown' | 'offline'

/** Opens the sale that waits at a register, as soon as there is one. */
export function TagPage({ code }: { code: string }) {
  const [state, setState] = useState<TagState>('nothing')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isActive = true
    const look = async () => {
      const tagResponse = await callService(fetch.bind(window), { path: `/api/tags/${code}` })
      if (!isActive) return
      if (!tagResponse.ok && tagResponse.status === 404) return setState('unknown')
      const sale = tagResponse.ok
        ? (tagResponse.body['sale'] as { paymentUrl: string } | null)
        : null
      if (sale) {
        setState('opening')
        location.replace(sale.paymentUrl)
        return
      }
      setState(tagResponse.ok || tagResponse.status === 429 ? 'nothing' : 'offline')
      timer = setTimeout(look, pollMs)
    }
    void look()
    return () => {
      isActive = false
      clearTimeout(timer)
    }
  }, [code])
  return (
    <main class="stage" aria-busy={state === 'nothing'}>
      <img src="/assets/logo.svg" alt="" width="48" height="48" />
      <h1 aria-live="polite">{state === 'offline' ? texts.nothing : texts[state]}</h1>
      {state === 'nothing' && <p class="soft">{texts.nothingText}</p>}
      {state === 'unknown' && <p class="soft">{texts.unknownText}</p>}
      {state === 'offline' && <p class="soft">{texts.offline}</p>}
    </main>
  )
}
