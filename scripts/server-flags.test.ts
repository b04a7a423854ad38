// The image starts the server by itself: nothing but its text can say the flags before Node and glibc start.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { allocator, serverFlags } from './server-flags.mjs'

const dockerfile = readFileSync(new URL('../Dockerfile', import.meta.url), 'utf8').split('\n')

it('the image runs the server with the flags of npm start', () => {
  const settings = Object.entries(allocator).map(([name, value]) => `${name}=${value}`)
  expect(dockerfile).toContain(`ENV ${settings.join(' ')}`)
  const command = ['node', ...serverFlags, 'server/main.mjs', '--built'].map((word) => `"${word}"`)
  expect(dockerfile).toContain(`CMD [${command.join(', ')}]`)
})
