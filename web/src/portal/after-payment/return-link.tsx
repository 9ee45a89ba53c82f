import type { useReturn } from './use-return.js'

/** Links back to the shop, with a countdown that the buyer can stop. */
export function ReturnLink({
  target,
  secondsLeft,
  stay,
}: Omit<ReturnType<typeof useReturn>, 'hasJustPaid'>) {
  if (target === null) return null
  const host = new URL(target).host
  return (
    <div class="return">
      <a class="main-button" href={target} rel="noopener noreferrer">
        Return to {host}
      </a>
      {secondsLeft !== null && (
        <p class="row">
          {/* Screen readers get one sentence instead of a count every second. */}
          <span>
            <span class="visually-hidden">You will return to {host} in a few seconds.</span>
            <span aria-hidden="true">
              Redirecting in <span class="money">{secondsLeft}</span> s
            </span>
          </span>
          <button type="button" class="quiet-button" onClick={stay}>
            Stay here
          </button>
        </p>
      )}
    </div>
  )
}
