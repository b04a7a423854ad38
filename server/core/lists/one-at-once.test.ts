// Work that is shared by those who ask at once: never older than the question, never two runs of one question together.
import { expect, it } from 'vitest'
import { oneAtOnce } from './one-at-once.ts'

/** Work that waits to be told its answer. */
function told() {
  const runs: { asked: string; answer: (value: string) => void; fail: (error: Error) => void }[] = []
  const work = (_on: object, asked: string) =>
    new Promise<string>((answer, fail) => {
      runs.push({ asked, answer, fail })
    })
  return { runs, ask: oneAtOnce(work) }
}
const on = {}
const settled = () => new Promise((done) => setImmediate(done))

it('§5 who asks while it runs gets the run that begins afterwards, and all of them the same', async () => {
  const { runs, ask } = told()
  const first = ask(on, 'sum')
  const [second, third] = [ask(on, 'sum'), ask(on, 'sum')]
  expect(runs).toHaveLength(1)
  runs[0]?.answer('before')
  expect(await first).toBe('before')
  await settled()
  expect(runs).toHaveLength(2)
  runs[1]?.answer('after')
  expect(await Promise.all([second, third])).toEqual(['after', 'after'])
})

it('§5 who asks while a run waits for its turn shares it, and who asks later begins another', async () => {
  const { runs, ask } = told()
  const first = ask(on, 'sum')
  const second = ask(on, 'sum')
  runs[0]?.answer('1')
  await first
  await settled()
  const third = ask(on, 'sum')
  runs[1]?.answer('2')
  expect(await second).toBe('2')
  await settled()
  runs[2]?.answer('3')
  expect(await third).toBe('3')
  await settled()
  void ask(on, 'sum')
  expect(runs).toHaveLength(4)
})

it('§5 other questions, and the same to another database, do not wait', () => {
  const { runs, ask } = told()
  void ask(on, 'sum')
  void ask(on, 'other')
  void ask({}, 'sum')
  expect(runs.map(({ asked }) => asked)).toEqual(['sum', 'other', 'sum'])
})

it('§5 a failure is told to those whose run it was, and not to those after it', async () => {
  const { runs, ask } = told()
  const first = ask(on, 'sum')
  const second = ask(on, 'sum')
  runs[0]?.fail(new Error('cut'))
  await expect(first).rejects.toThrow('cut')
  await settled()
  runs[1]?.answer('whole')
  expect(await second).toBe('whole')
})
