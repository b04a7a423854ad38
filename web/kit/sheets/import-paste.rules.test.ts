import { describe, expect, it } from 'vitest'
import { beginsWithHeader, fileFrom, rowsIn } from './import-paste.rules.ts'

const columns = [{ header: '用户名' }, { header: '姓名' }, { header: '手机号码' }]

describe('a pasted block', () => {
  it.each([
    ['用户名\t姓名\t手机号码\na\tb\tc', true],
    ['* 用户名\t姓名\t电话\na\tb\tc', true],
    ['zhang.san\t张三\t13800000000', false],
    ['', false],
  ])('recognises a header: %j', (text, is) => {
    expect(beginsWithHeader(text, columns)).toBe(is)
  })

  it('counts rows and becomes a file', async () => {
    expect(rowsIn('a\tb\r\n\r\nc\td\n')).toBe(2)
    expect(await fileFrom('a\tb').text()).toBe('a\tb')
  })
})
