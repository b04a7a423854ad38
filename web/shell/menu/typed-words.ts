// Words that people type into the menu search where the interface says 新增. Nobody reads them: test/words.test.ts leaves this file out.
export const ADDING = ['新建', '添加'] as const
