// Import and export of a meeting's sign-ups.
import { can } from '#contract/access.ts'
import { exportCall } from '#contract/exports.ts'
import { OneLine, Required, Text } from '#contract/fields.ts'
import { emailColumn, mobileColumn, optionalColumn, remarkColumn, requiredColumn } from '#contract/import-columns.ts'
import { importCalls } from '#contract/sheets.ts'
import { signUpFieldLabels } from './sign-up-labels.ts'
import { COMPANIONS_MAX, invoice, SignUpQuery } from './sign-ups.ts'

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
  columns: [
    { key: 'ticket', header: '票号', width: 12 },
    { key: 'name', header: '姓名', width: 12 },
    { key: 'company', header: '单位', width: 30 },
    { key: 'mobile', header: '手机号码', width: 16 },
    { key: 'email', header: '邮箱', width: 26 },
    { key: 'companions', header: '随行人数', width: 10, as: 'number' },
    { key: 'quotaName', header: '名额类型', width: 12 },
    { key: 'state', header: '状态', width: 10 },
    { key: 'source', header: '来源', width: 10 },
    { key: 'channel', header: '渠道', width: 14 },
    { key: 'extra', header: '报名信息', width: 40 },
    { key: 'answerText', header: '报名问题', width: 40 },
    { key: 'ownerName', header: '归属人', width: 12 },
    { key: 'keeperName', header: '登记人', width: 12 },
    { key: 'invoiceTitle', header: '发票抬头', width: 30 },
    { key: 'invoiceTax', header: '税号', width: 24 },
    { key: 'invoiceState', header: '发票', width: 10 },
    { key: 'appliedAt', header: '报名时间', width: 18, as: 'moment' },
    { key: 'confirmedAt', header: '确认时间', width: 18, as: 'moment' },
    { key: 'reason', header: '取消原因', width: 30 },
    { key: 'remark', header: '备注', width: 30 },
  ],
})
