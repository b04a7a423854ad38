import { describe, expect, it } from 'vitest'
import { addOrUpdateUser } from '#contract/organisation/users.ts'
import { trimmed } from '#contract/typed-text.ts'
import { reportVisit } from '#contract/visits/visits.ts'
import { checkField, fieldErrorsOf, fieldSchemaOf, isEmpty, missingText } from './field-rules.ts'

const check = (name: string, value: unknown) => checkField(fieldSchemaOf(addOrUpdateUser, name).schema, value)

describe('the rules of a field', () => {
  it('§5 come from the contract, with its texts', () => {
    expect(check('userName', '中')).toBe('用户名为2至32位字母、数字或 . _ -')
    expect(check('userName', ' zhang.san ')).toBeNull()
    expect(check('realName', '   ')).toBe('请输入姓名')
    expect(check('email', 'nobody')).toBe('邮箱格式不正确')
    expect(check('email', '')).toBeNull()
    expect(check('remark', 'x'.repeat(501))).toBe('备注最多500个字符')
    expect(check('deputyRoleIds', Array.from({ length: 21 }, String))).toBe('副角色最多选择20项')
  })

  it('say which fields are required', () => {
    expect(fieldSchemaOf(addOrUpdateUser, 'deptId').isRequired).toBe(true)
    expect(fieldSchemaOf(addOrUpdateUser, 'remark').isRequired).toBe(false)
  })

  it('§5 ask to type a text or a number, and to choose anything else', () => {
    const missing = (name: string, hasOwnInput: boolean) =>
      missingText(fieldSchemaOf(reportVisit, name).schema, hasOwnInput)
    expect(missing('lateReason', false)).toBe('请输入补报原因')
    expect(missing('nextOn', true)).toBe('请选择下一步日期')
    expect(missing('version', true)).toBe('请输入版本')
    expect(missing('result', false)).toBe('请输入拜访结果')
  })

  it('§5 never treat booleans and numbers as empty', () => {
    expect([null, undefined, '', [], {}].map(isEmpty)).toEqual([true, true, true, true, true])
    expect([false, true, 0, 1, ' ', ['a'], { a: 1 }].map(isEmpty)).toEqual(Array(7).fill(false))
  })

  it('trim strings and leave other values', () => {
    expect(trimmed({ a: ' x ', b: 2, c: null, d: ['y '] })).toEqual({ a: 'x', b: 2, c: null, d: ['y '] })
  })
})

describe("the server's field errors", () => {
  it('go to their fields, also errors at a path inside a field', () => {
    const data = {
      fields: [
        { field: 'mobile', message: '手机号码格式不正确' },
        { field: 'deputyRoleIds/0', message: '角色不正确' },
        { field: 'deputyRoleIds/1', message: '角色重复' },
      ],
    }
    expect(fieldErrorsOf(data)).toEqual([
      { name: 'mobile', errors: ['手机号码格式不正确'] },
      { name: 'deputyRoleIds', errors: ['角色不正确', '角色重复'] },
    ])
  })

  it('are empty for any other reply', () => {
    expect([null, 'text', {}, { fields: 3 }].map(fieldErrorsOf)).toEqual([[], [], [], []])
  })
})
