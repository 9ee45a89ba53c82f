import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../../src/platform/free-port.js'
import { makeFolder, type Program, runProgram, waitForPort } from './programs.js'

/** Starts HAProxy with the settings of docs/scaling.md in front of these ports. */
export async function startHaproxy(
  ports: readonly number[],
): Promise<{ origin: string; stop(): Promise<void> }> {
  const folder = makeFolder('haproxy')
  const port = await findFreePort()
  const servers = ports.map((server, index) => `  server web${index} 127.0.0.1:${server} check`)
  const settings = join(folder.path, 'haproxy.cfg')
  writeFileSync(
    settings,
    `defaults
  mode http
  retries 3
  retry-on conn-failure
  option redispatch
  timeout connect 1s
  timeout check 2s
  timeout client 30s
  timeout server 30s

frontend public
  bind 127.0.0.1:${port}
  default_backend tallystick

backend tallystick
  balance leastconn
  option httpchk GET /healthz
  http-check expect status 200
  default-server inter 500 fall 2 rise 1
${servers.join('\n')}
`,
  )
  const program = runProgram(['haproxy', '-db', '-f', settings], {
    folder: folder.path,
    name: 'haproxy',
  })
  await waitForPort(port, program)
  const origin = `http://127.0.0.1:${port}`
  await requireServer(origin, program)
  return {
    origin,
    async stop() {
      await program.stop()
      folder.remove()
    },
  }
}

async function requireServer(origin: string, program: Program): Promise<void> {
  const endsAt = performance.now() + 20_000
  for (;;) {
    const { ok } = await fetch(`${origin}/healthz`)
    if (ok) return
    if (performance.now() > endsAt) throw new Error(`HAProxy finds no server:\n${program.output()}`)
    await sleep(100)
  }
}
