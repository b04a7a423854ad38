// What pages call an act, and what people type for it. Pages are Chinese, whatever the language of the frame.
export const ADD = '新增'
/** Nobody reads these: test/words.test.ts leaves this file out. */
export const ADDING = ['新建', '添加'] as const
