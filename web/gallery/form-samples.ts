// Sample data for forms and the dialogs of acts.
import type { Preview, RowInUse, RowOutcome } from '#contract/envelope.ts'
import type { Difference } from '#web/kit/dialog/conflict-dialog.tsx'

/** 2026-11-20 17:40 in Shanghai. */
export const drafts = { savedAt: Date.UTC(2026, 10, 20, 9, 40) }

export const conflicts: Record<string, readonly Difference[]> = {
  '两个版本：双方各改': [
    { key: 'realName', label: '姓名', mine: '张三', theirs: '张山', isMine: false },
    { key: 'mobile', label: '手机号码', mine: '13900001111', theirs: '13800002222', isMine: true },
    { key: 'remark', label: '备注', mine: '长期客户，每月第一周回访；'.repeat(12), theirs: '—', isMine: true },
  ],
  '两个版本：内容相同': [],
}

const people = Array.from({ length: 12 }, (_, n) => `王小${'一二三四五六七八九十甲乙'[n]}`)

export const previews: Record<string, { notice: string | undefined; preview: Preview }> = {
  确认: {
    notice: undefined,
    preview: {
      text: '将为以下 12 人开通“大数据”的 3 个产品，其中 2 人已有授权，到期日将改为 2027-12-31。',
      groups: [
        { title: '新开通', count: 10, names: people.slice(0, 10) },
        { title: '改到期日', count: 2, names: people.slice(10) },
      ],
    },
  },
  '确认：数据已变化': {
    notice: '确认已失效或数据已变化，请重新确认',
    preview: {
      text: '将为 5,204 人开通“大数据”。',
      groups: [{ title: '新开通', count: 5_204, names: people }],
    },
  },
}

const outcome = (n: number, ok: boolean, msg = ''): RowOutcome => ({ id: String(n), name: `客户 ${n}`, ok, msg })

export const outcomes: Record<string, readonly RowOutcome[]> = {
  '结果：部分失败': [
    outcome(1, true),
    outcome(2, false, '账号已禁用'),
    outcome(3, true),
    outcome(4, false, '没有此客户的权限'),
  ],
  '结果：一行': [outcome(1, false, '请选择资讯分类')],
  '结果：一千行': Array.from({ length: 1_000 }, (_, n) => outcome(n + 1, n % 3 !== 0, n % 3 === 0 ? '账号已到期' : '')),
}

export const inUse: readonly RowInUse[] = [
  {
    id: '1',
    name: '聚乙烯 LLDPE',
    by: [
      { kind: '价格', count: 12 },
      { kind: '文章', count: 3 },
    ],
  },
  { id: '2', name: '聚丙烯 PP 拉丝', by: [{ kind: '授权', count: 40 }] },
]
