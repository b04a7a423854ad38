// Rules of reading the reports of search engines.
import { describe, expect, it } from 'vitest'
import {
  isReportHeader,
  readAmount,
  readCount,
  readDevice,
  readHour,
  readRegion,
  unfoldReport,
} from './search-sheets.rules.ts'

const sheets = {
  百度: [
    '日期',
    '账户',
    '推广计划名称',
    '推广单元名称',
    '关键词',
    '展现量',
    '点击量',
    '消费',
    '点击率',
    '平均点击价格',
  ],
  '360': ['日期', '推广账户', '推广计划', '推广组', '关键词', '展示次数', '点击次数', '总费用', '平均排名'],
  搜狗: ['日期', '账户', '推广计划', '推广组', '关键词', '展示数(次)', '点击数(次)', '消耗（元）'],
  必应: [
    'Gregorian date',
    'Account name',
    'Campaign',
    'Ad group',
    'Keyword',
    'Impressions',
    'Clicks',
    'Spend',
    'Avg. position',
  ],
}

const beside = (fileName = '', above: string[][] = []) => ({ fileName, above })
/** Cells by heading. */
const readAt = (report: ReturnType<typeof unfoldReport>, cells: string[]) =>
  Object.fromEntries(report?.header.map((header, at) => [header, report.rowsOf(cells)[0]?.[at]]) ?? [])

describe('a report', () => {
  it.each(Object.entries(sheets))('operations-service-ai.md "columns recognised": %s', (source, header) => {
    const found = unfoldReport(header, beside())
    expect(found?.header.slice(0, 8)).toEqual(['日期', '账号', '计划', '单元', '关键词', '展现量', '点击量', '消费'])
    expect(
      readAt(
        found,
        header.map(() => '1'),
      ),
    ).toMatchObject({ 来源: source, 层级: '关键词', 流量: '全部' })
  })

  it.each([
    [['日期', '账户', '展现', '点击', '花费'], '账号'],
    [['日期', '账户', '计划', '展现', '点击', '花费'], '计划'],
    [['日期', '账户', '计划', '推广单元', '展现', '点击', '花费'], '单元'],
    [['日期', '账户', '计划', '关键词', '搜索词', '展现', '点击', '花费'], '搜索词'],
  ])('operations-service-ai.md "data by account, campaign, group, keyword": %j is of level %s', (header, level) => {
    expect(
      readAt(
        unfoldReport(header, beside()),
        header.map(() => '1'),
      ),
    ).toMatchObject({ 层级: level })
  })

  it('operations-service-ai.md "upsert by source, day and level": leaves lines of totals out and says so', () => {
    const report = unfoldReport(['日期', '账户', '关键词', '展现', '点击', '消费', '点击率'], beside())
    expect(report?.rowsOf(['合计', '', '', '9', '9', '9', '1%'])).toEqual([])
    expect(report?.rowsOf(['--', '总计 - 3', '', '9', '9', '9', '1%'])).toEqual([])
    // a keyword that is called so is one
    expect(report?.rowsOf(['2026-11-01', 'a', '合计', '9', '9', '9', '1%'])).toHaveLength(1)
    expect(report?.notes?.()).toEqual([
      '识别为“关键词”层级数据。',
      '2 行合计或说明没有导入：合计、总计 - 3。',
      '未使用的列：点击率；比率由合计重新计算。',
    ])
  })

  it('operations-service-ai.md "columns recognised": passes over the lines above its header', () => {
    expect(isReportHeader(['关键词报告'])).toBe(false)
    expect(isReportHeader(['时间范围', '2026-11-01 至 2026-11-30'])).toBe(false)
    expect(isReportHeader(['日期', '点击量'])).toBe(true)
  })

  it('operations-service-ai.md "device, region": an empty cell in such a column is one of its own', () => {
    const report = unfoldReport(['日期', '账户', '设备', '地域', '展现', '点击', '消费'], beside())
    expect(readAt(report, ['2026-11-01', 'a', '--', '', '1', '-', '-'])).toMatchObject({
      账号: 'a',
      设备: '其他',
      地域: '其他',
      点击量: '-',
      消费: '-',
      层级: '账号',
    })
  })
})

describe('a file', () => {
  const header = ['日期', '推广计划', '展现', '点击', '消费', '平均点击价格']
  const row = (...cells: string[]) => ['2026-07-18', '品牌', ...cells]

  it.each([
    ['百度_dazong-bj_计划报告_20260718.csv', { 来源: '百度', 账号: 'dazong-bj', 流量: '全部' }],
    ['点睛_移动_20260718.csv', { 来源: '360', 账号: '', 流量: '移动' }],
    ['sogou_PC_report.csv', { 来源: '搜狗', 账号: '', 流量: '计算机' }],
    ['报告.csv', { 来源: '', 账号: '', 流量: '全部' }],
  ])('operations.md "Source, level, cut, part come from header and file name": %s', (name, expected) => {
    expect(readAt(unfoldReport(header, beside(name)), row('10', '1', '2', '2'))).toMatchObject(expected)
  })

  it('operations.md "A file proves itself": its 合计 line must be the sum of its rows', () => {
    const read = (sum: string) => {
      const report = unfoldReport(header, beside())
      for (const cells of [
        row('10', '1', '2.50', '2.5'),
        row('1,000', '4', '8', '2'),
        ['合计', '', ...sum.split(' '), '2.1'],
      ])
        report?.rowsOf(cells)
      return () => report?.notes?.()
    }
    expect(read('1,010 5 10.50')()).toContain('各行之和与合计行一致。')
    expect(read('1,010 5 12.50')).toThrow('合计行的消费是 12.50，各行之和是 10.5：文件可能在下载或保存时被截断')
  })

  it('operations.md "cost ÷ clicks ≠ 平均点击价格": the columns are mistaken', () => {
    const report = unfoldReport(header, beside())
    for (const cells of [row('10', '1', '2.50', '9'), row('1000', '4', '8', '7')]) report?.rowsOf(cells)
    expect(() => report?.notes?.()).toThrow('2 行的“平均点击价格”与消费÷点击不符')
  })

  it('operations.md "Bad input": a range as a day, two devices under one header', () => {
    const report = unfoldReport(header, beside())
    expect(() => report?.rowsOf(['2026-07-01至2026-07-18', '品牌', '1', '1', '1', '1'])).toThrow('请分日导出')
    expect(() => unfoldReport(['日期', '展现（PC）', '展现（移动）', '点击', '消费'], beside())).toThrow(
      '表头里有 2 列展现量',
    )
  })
})

describe('cells', () => {
  it.each([
    ['9', 9],
    ['09:00', 9],
    ['23 - 24', 23],
    ['', null],
    ['24', undefined],
    ['早上', undefined],
  ])('§5 an hour %s is %s', (text, hour) => expect(readHour(text)).toBe(hour))

  it.each([
    ['1,280', 1280],
    ['0', 0],
    ['-', 0],
    ['12.0', 12],
    ['12.5', undefined],
    ['-3', undefined],
    ['many', undefined],
  ])('§5 a count %s is %s', (text, count) => expect(readCount(text)).toBe(count))

  it.each([
    ['1,325.60', '1325.60'],
    ['¥12', '12'],
    ['--', '0'],
    ['0.30000', '0.30'],
    ['0.305', undefined],
    ['5%', undefined],
  ])('§5 an amount %s is %s', (text, amount) => expect(readAmount(text)).toBe(amount))

  it.each([
    ['计算机', 'pc'],
    ['PC端', 'pc'],
    ['移动设备', 'mobile'],
    ['Smartphone', 'mobile'],
    ['', ''],
    ['火星', undefined],
  ])('operations-service-ai.md "device": %s is %s', (text, device) => expect(readDevice(text)).toBe(device))

  it.each([
    ['江苏省', '江苏'],
    ['北京市', '北京'],
    ['广西壮族自治区', '广西'],
    ['内蒙古自治区', '内蒙古'],
    ['香港特别行政区', '香港'],
    ['其他', '其他'],
  ])('operations-service-ai.md "region": %s is %s', (text, region) => expect(readRegion(text)).toBe(region))
})
