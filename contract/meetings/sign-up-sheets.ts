// Import and export of a meeting's sign-ups.
import { can } from '#contract/access.ts'
import { exportCall, sheetOf } from '#contract/exports.ts'
import { OneLine, Required, Text } from '#contract/fields.ts'
import { emailColumn, mobileColumn, optionalColumn, remarkColumn, requiredColumn } from '#contract/import-columns.ts'
import { importCalls } from '#contract/sheets.ts'
import { signUpFieldLabels } from './sign-up-labels.ts'
import { COMPANIONS_MAX, invoice, querySignUps, SignUpQuery } from './sign-ups.ts'

const root = '/api/backend/meetings/signUp'

const columns = [
  requiredColumn('meeting', Required('会议', 130), {
    example: '中国钢铁与原料市场年会 第十二届',
    hint: '会议名称，有届次的后接空格和届次',
    width: 36,
  }),
  requiredColumn('name', OneLine(Required('姓名', 32)), { example: '李明', hint: '最多32个字符', width: 12 }),
  requiredColumn('company', OneLine(Required('单位', 100)), {
    example: '华东钢贸有限公司',
    hint: '最多100个字符',
    width: 30,
  }),
  { ...mobileColumn, hint: '必填，11位，同一会议不能重复' },
  emailColumn,
  optionalColumn('companions', Text('随行人员', 700), {
    example: '赵一、钱二',
    hint: `姓名，用顿号隔开，最多 ${COMPANIONS_MAX} 人`,
    width: 24,
  }),
  optionalColumn('quota', Text('名额类型', 20), { example: '正式', hint: '不填为会议的第一种', width: 12 }),
  optionalColumn('position', Text(signUpFieldLabels.position, 200), { example: '采购经理', width: 14 }),
  optionalColumn('answers', Text('报名问题', 2_000), {
    example: '车型：轿车；是否住宿：是',
    hint: '问题：答案，用分号隔开',
    width: 36,
  }),
  optionalColumn('invoiceTitle', invoice.invoiceTitle, { example: '', width: 30 }),
  optionalColumn('invoiceTax', invoice.invoiceTax, { example: '', hint: '15 至 20 位', width: 24 }),
  remarkColumn,
]
export type SignUpImportKey = (typeof columns)[number]['key']

/** Confirmed in the order of the rows where there is room, waiting otherwise. */
export const signUpImport = importCalls('会议报名', `${root}/import`, can('meeting', 'leadingIn'), {
  kind: 'meetingSignUps',
  columns,
})

export const exportSignUps = exportCall('会议报名', `${root}/export`, can('meeting', 'exportBtn'), {
  query: SignUpQuery,
  columns: sheetOf(querySignUps, [
    'ticket',
    'name',
    'company',
    'mobile',
    'email',
    { key: 'companions', header: '随行人数', width: 10, as: 'number' },
    'quotaName',
    'state',
    'source',
    'channel',
    'extra',
    'answerText',
    'ownerName',
    'keeperName',
    'invoiceTitle',
    'invoiceTax',
    'invoiceState',
    'appliedAt',
    'confirmedAt',
    'reason',
    'remark',
  ]),
})
