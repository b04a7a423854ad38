import { expect, it } from 'vitest'
import { outcomes } from './outcomes.ts'

const done = { id: '1', name: '甲', ok: true, msg: '' }
const refused = { id: '2', name: '乙', ok: false, msg: '请选择资讯分类' }

it('§8 602 counts the rows; of a single row its reason is the message', () => {
  expect(outcomes([done])).toBeNull()
  expect(() => outcomes([done, refused])).toThrow('成功 1 项，失败 1 项')
  expect(() => outcomes([refused])).toThrow('请选择资讯分类')
})
