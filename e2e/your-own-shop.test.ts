import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { useService } from './helpers/client.js'
import { projectDir } from './helpers/tallystick.js'

const execute = promisify(execFile)
const page = readFileSync(join(projectDir, 'docs', 'your-own-shop.md'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'tallystick-own-shop-'))
// Stands for `npm install ethers@6`.
mkdirSync(join(folder, 'node_modules'))
symlinkSync(join(projectDir, 'node_modules', 'ethers'), join(folder, 'node_modules', 'ethers'))
for (const name of ['sign-in', 'set-up', 'sell']) {
  writeFileSync(join(folder, `${name}.mjs`), scriptNamed(name))
}
const service = useService()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Returns the script that the page tells the reader to save under a name. */
function scriptNamed(name: string): string {
  const [, rest = ''] = page.split(`Save this as \`${name}.mjs\``)
  const script = /^```js\n(.*?)^```$/ms.exec(rest)?.[1]
  if (!script) throw new Error(`docs/your-own-shop.md has no script ${name}.mjs`)
  return script
}

async function run(name: string): Promise<string> {
  const { PATH = '' } = process.env
  const { stdout } = await execute(process.execPath, [`${name}.mjs`], {
    cwd: folder,
    env: { PATH, TALLYSTICK_URL: service.demo.baseUrl },
  })
  return stdout
}

describe('docs/your-own-shop.md', () => {
  test('default: leads from an empty folder to a paid order', async () => {
    expect(await run('set-up')).toMatch(/^0x[0-9a-fA-F]{40} owns shop-[0-9a-f]{8}\n$/)
    const output = await run('sell')
    expect(output).toMatch(/^Pay 26\.88 USD at http/)
    expect(output).toMatch(/\n(paid|completed|reconciled)\n$/)
  })

  test('behavior: the command for a real wallet prints network and test buyer', async () => {
    const [, rest = ''] = page.split('\n## Pay with a real wallet\n')
    const command = /^```sh\n(.*?)^```$/ms.exec(rest)?.[1] ?? ''
    mkdirSync(join(folder, '.data'))
    writeFileSync(join(folder, '.data', 'demo.json'), JSON.stringify(service.demo))
    const { stdout } = await execute('bash', ['-euc', command], { cwd: folder })
    expect(stdout).toContain(`chainId: ${service.demo.chain?.chainId}`)
    expect(stdout).toContain(`rpcUrl: '${service.demo.chain?.rpcUrl}'`)
    expect(stdout).toContain(service.demo.buyerPrivateKey)
  })
})
