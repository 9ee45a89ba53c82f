/** Makes the buttons beside a quantity change it. */
export function stepQuantities(): void {
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-step]')
    const input = button?.parentElement?.querySelector('input')
    if (!button || !input) return
    if (button.dataset['step'] === '1') input.stepUp()
    else input.stepDown()
  })
}
