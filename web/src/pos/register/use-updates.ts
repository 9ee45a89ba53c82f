import { useEffect, useRef } from 'preact/hooks'

const checkMs = 30 * 60_000

/**
 * Installs the service worker, which keeps the shell for a start without a connection. A new version
 * is applied only while nothing is being sold.
 */
export function useUpdates({ isIdle }: { isIdle: boolean }): void {
  const registration = useRef<ServiceWorkerRegistration | null>(null)
  const idle = useRef(isIdle)
  idle.current = isIdle
  const apply = () => {
    if (isStill(idle.current)) registration.current?.waiting?.postMessage('apply-update')
  }

  useEffect(() => {
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
    if (!workers) return
    // The first worker takes over a page that is current already.
    const hadWorker = workers.controller !== null
    const reload = () => {
      if (hadWorker && isStill(idle.current)) location.reload()
    }
    workers.addEventListener('controllerchange', reload)
    const install = async () => {
      const installed = await workers
        .register('/pos/worker.js', { scope: '/pos/' })
        .catch(() => null)
      registration.current = installed
      installed?.addEventListener('updatefound', () => {
        installed.installing?.addEventListener('statechange', apply)
      })
      apply()
    }
    void install()
    const check = () => {
      apply()
      void registration.current?.update().catch(() => {})
    }
    const timer = setInterval(check, checkMs)
    return () => {
      clearInterval(timer)
      workers.removeEventListener('controllerchange', reload)
    }
  }, [])
  useEffect(apply, [isIdle])
}

/** An open dialog is work, too: a price, a discount or a printer. */
function isStill(isIdle: boolean): boolean {
  return isIdle && document.querySelector('dialog[open]') === null
}
