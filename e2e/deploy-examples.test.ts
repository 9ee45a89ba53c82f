import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectDir } from './helpers/tallystick.js'

const read = (...path: string[]) => readFileSync(join(projectDir, ...path), 'utf8')
const unit = read('examples', 'deploy', 'tallystick.service')
const nginx = read('examples', 'deploy', 'nginx.conf')
const caddy = read('examples', 'deploy', 'Caddyfile')
const settings = read('.env.example')

/** Returns the default of a setting. */
function defaultOf(name: string): string | undefined {
  return new RegExp(`^# ${name}=(.*)$`, 'm').exec(settings)?.[1]
}

describe('examples/deploy/tallystick.service', () => {
  test('default: runs the command of npm start, and waits for a clean exit', () => {
    const { scripts } = JSON.parse(read('package.json'))
    const command = /^ExecStart=\/usr\/bin\/(.*)$/m.exec(unit)?.[1]
    expect(`exec ${command}`).toBe(scripts.start)
    // The service gives up after 40 seconds.
    expect(Number(/^TimeoutStopSec=(.*)$/m.exec(unit)?.[1])).toBeGreaterThan(40)
  })

  test('behavior: can write to the folders of the code and the data', () => {
    expect(unit).toContain('WorkingDirectory=/opt/tallystick/app\n')
    expect(unit).toContain('ReadWritePaths=/opt/tallystick\n')
    expect(defaultOf('DATA_DIR')).toBe('.data')
  })

  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
  test.runIf(hasSystemd)('behavior: systemd accepts it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tallystick-unit-'))
    const file = join(folder, 'tallystick.service')
    writeFileSync(file, unit.replace('/usr/bin/node', process.execPath))
    const { stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
    rmSync(folder, { recursive: true })
    // It also reports problems of the machine's own units.
    expect(stderr.split('\n').filter((line) => line.includes('tallystick'))).toEqual([])
  })
})

describe('the proxies of examples/deploy', () => {
  const address = `${defaultOf('HOST')}:${defaultOf('PORT')}`

  test('default: nginx passes requests with the address of the visitor', () => {
    expect(nginx).toContain(`proxy_pass http://${address};`)
    expect(nginx).toContain('proxy_set_header Host $host;')
    expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;')
    // For the import of catalogs, and the challenge of an x402 payment.
    expect(nginx).toContain('client_max_body_size 16m;')
    expect(nginx).toContain('proxy_buffer_size 8k;')
  })

  test('default: Caddy passes requests', () => {
    expect(caddy).toContain(`reverse_proxy ${address}\n`)
    expect(caddy).toContain('max_size 16MiB\n')
  })
})
