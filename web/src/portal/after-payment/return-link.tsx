import { useTexts } from '../../ui/language.js'
import type { useReturn } from './use-return.js'

type Props = Omit<ReturnType<typeof useReturn>, 'hasJustPaid'> & {
  /** Whether another action is more important. */
  isQuiet?: boolean
}

/** Links back to the shop, with a countdown that the buyer can stop. */
export function ReturnLink({ target, secondsLeft, stay, isQuiet = false }: Props) {
  const { back } = useTexts()
  if (target === null) return null
  const { host } = new URL(target)
  return (
    <div class="return">
      <a class={isQuiet ? 'quiet-button' : 'main-button'} href={target} rel="noopener noreferrer">
        {back.to(host)}
      </a>
      {secondsLeft !== null && (
        <p class="row">
          {/* Screen readers get one sentence instead of a count every second. */}
          <span>
            <span class="visually-hidden">{back.soon(host)}</span>
            <span class="money" aria-hidden="true">
              {back.redirecting(secondsLeft)}
            </span>
          </span>
          <button type="button" class="quiet-button" onClick={stay}>
            {back.stay}
          </button>
        </p>
      )}
    </div>
  )
}
