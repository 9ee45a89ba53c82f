import { spawn } from 'node:child_process'

/** Runs a program in `root`. Exits this process if it fails, and forwards signals to it. */
export async function runProgram(root, command, args) {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 2, 2] })
  const stop = () => {
    child.kill('SIGTERM')
    child.once('exit', () => process.exit(1))
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.once(signal, stop)
  const status = await new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(`> Cannot run ${command}: ${error.message}`)
      resolve(1)
    })
    child.once('exit', resolve)
  })
  for (const signal of signals) process.off(signal, stop)
  if (status === 0) return
  console.error(`> ${command} ${args.join(' ')} failed.`)
  process.exit(status ?? 1)
}
