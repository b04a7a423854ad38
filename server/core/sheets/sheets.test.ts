// Spreadsheets in and out: real-world files that are read, files that are refused, and inert output.
import { deflateRawSync } from 'node:zlib'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { sheetRows } from '#test/sheets.ts'
import { readSheet, type SheetCell, type SheetFormat, writeSheet, writeTemplate } from './sheets.ts'

const limits = { rows: 101, columns: 10, characters: 100_000 }

const read = async (bytes: Buffer) => (await sheetRows(bytes, limits)).map(({ cells }) => cells)
const workbook = async (rows: (string | number | Date | null)[][]) =>
  Buffer.from(await writeXlsx({ sheets: [{ name: '数据', rows }] }))

async function written(format: SheetFormat, rows: SheetCell[][]): Promise<Buffer> {
  const columns = [
    { header: '名称', width: 20 },
    { header: '价格', width: 12, isNumber: true },
  ]
  const parts = []
  for await (const part of writeSheet(format, { name: '导出', columns, notes: ['导出人：张三'], rows }))
    parts.push(part)
  return Buffer.concat(parts)
}

type Part = { name: string; content: Buffer; declared?: number }

/** A zip as somebody might forge it. */
function zip(parts: Part[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, declared = content.length } of parts) {
    const packed = deflateRawSync(content)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(declared, 22)
    local.writeUInt16LE(Buffer.byteLength(name), 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(declared, 24)
    entry.writeUInt16LE(Buffer.byteLength(name), 28)
    entry.writeUInt32LE(at, 42)
    locals.push(local, Buffer.from(name), packed)
    directory.push(entry, Buffer.from(name))
    at += local.length + Buffer.byteLength(name) + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, listed, end])
}

const part = (name: string, content: string | Buffer, declared?: number): Part => ({
  name,
  content: Buffer.from(content),
  ...(declared !== undefined && { declared }),
})
const forged = (...more: Part[]) =>
  zip([part('[Content_Types].xml', '<Types/>'), part('xl/workbook.xml', '<w/>'), ...more])

describe('reading', () => {
  it('§9 reads a workbook: numbers, days and moments as text, blank rows left out, rows counted as a spreadsheet does', async () => {
    const bytes = await workbook([
      ['姓名', '手机', '有效期'],
      [null, null, null],
      [' 张三 ', 13812345678, new Date(Date.UTC(2027, 4, 1))],
      ['李四', 0.5, new Date(Date.UTC(2027, 4, 1, 9, 30))],
      // computed: shown as 4210
      ['王五', 4210.0000000000009, null],
    ])
    expect(await sheetRows(bytes, limits)).toEqual([
      { number: 1, cells: ['姓名', '手机', '有效期'] },
      { number: 3, cells: ['张三', '13812345678', '2027-05-01'] },
      { number: 4, cells: ['李四', '0.5', '2027-05-01 09:30:00'] },
      { number: 5, cells: ['王五', '4210'] },
    ])
  })

  it('frees the thread for the next file if the reader stops early', async () => {
    const bytes = Buffer.from('姓名,手机\n'.repeat(2_000))
    const many = { ...limits, rows: 2_000 }
    const stopped = [readSheet(bytes, many), readSheet(bytes, many)]
    for (const rows of stopped) expect((await rows.next()).value).not.toHaveLength(0)
    const next = sheetRows(bytes, many)
    for (const rows of stopped) await rows.return(undefined)
    expect(await next).toHaveLength(2_000)
  })

  it.each([
    ['UTF-8', Buffer.from('姓名,备注\n张三,"甲,乙"\n')],
    ['UTF-8 with a BOM', Buffer.from('\ufeff姓名,备注\r\n张三,"甲,乙"\r\n')],
    [
      'GBK',
      Buffer.from([
        0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0xb1, 0xb8, 0xd7, 0xa2, 0x0a, 0xd5, 0xc5, 0xc8, 0xfd, 0x2c, 0x22, 0xbc, 0xd7,
        0x2c, 0xd2, 0xd2, 0x22,
      ]),
    ],
    [
      'UTF-16, as "Unicode text"',
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('姓名\t备注\r\n张三\t甲,乙\r\n', 'utf16le')]),
    ],
    ['a pasted block', Buffer.from('姓名\t备注\n张三\t甲,乙')],
  ])('§9 reads CSV in %s', async (_, bytes) => {
    expect(await read(bytes)).toEqual([
      ['姓名', '备注'],
      ['张三', '甲,乙'],
    ])
  })

  it('imports.md "Cells": GB 18030 has signs of four bytes, which GBK has not', async () => {
    const bytes = Buffer.from('d0d5c3fb0a8139ee39c1aa', 'hex') // 姓名 / 㐀联
    expect(await read(bytes)).toEqual([['姓名'], ['㐀联']])
  })

  it.each([
    ['姓名\t部门\t备注\n张三\t销售部\t甲,乙,丙,丁,戊\n李四\t资讯部\t', ['甲,乙,丙,丁,戊', '']],
    ['张三\t销售部\t甲,乙,丙,丁,戊', ['甲,乙,丙,丁,戊']],
    ['姓名,部门,备注\n张三,销售部,甲;乙;丙;丁;戊\n李四,资讯部,一\t二\t三\t四', ['甲;乙;丙;丁;戊', '一\t二\t三\t四']],
    ['姓名;部门;备注\n张三;销售部;1,2,3,4,5', ['1,2,3,4,5']],
  ])('§9 other marks in a cell are text: %j', async (text, remarks) => {
    const rows = (await read(Buffer.from(text))).filter(([name]) => name !== '姓名')
    expect(rows.map((cells) => cells[2] ?? '')).toEqual(remarks)
  })

  it('quality "bad input": refuses more rows, columns and blank rows than allowed', async () => {
    await expect(read(Buffer.from('a\n'.repeat(102)))).rejects.toThrow('数据超过 100 行')
    await expect(read(Buffer.from('a,'.repeat(10)))).resolves.toHaveLength(1)
    await expect(read(Buffer.from(`${'a,'.repeat(10)}b`))).rejects.toThrow('第 1 行超过 10 列')
    await expect(read(Buffer.from(`a\n${'\n'.repeat(1_000_000)}`))).rejects.toThrow('大量空行')
    const rows = Array.from({ length: 1_000_000 }, (_, n) => `<row r="${n + 1}"><c r="A${n + 1}" s="1"/></row>`).join(
      '',
    )
    const blank = await workbook([['a']])
    expect(blank.length).toBeGreaterThan(0)
    await expect(
      read(
        zip([
          part('[Content_Types].xml', '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
          part(
            '_rels/.rels',
            '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
          ),
          part('xl/workbook.xml', '<workbook><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>'),
          part(
            'xl/_rels/workbook.xml.rels',
            '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
          ),
          part('xl/worksheets/sheet1.xml', `<worksheet><sheetData>${rows}</sheetData></worksheet>`),
        ]),
      ),
    ).rejects.toThrow('大量空行')
  })

  it.each([
    ['a zip bomb by its own word', forged(part('xl/worksheets/sheet1.xml', Buffer.alloc(20_000_000))), '解压后过大'],
    [
      'a bomb that declares less',
      forged(part('xl/worksheets/sheet1.xml', Buffer.alloc(20_000_000), 1_000)),
      '文件已损坏',
    ],
    [
      'a document type',
      forged(part('xl/worksheets/sheet1.xml', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x/>')),
      'XML 声明',
    ],
    [
      'a document type in another encoding',
      forged(part('xl/worksheets/sheet1.xml', Buffer.from('\ufeff<!DOCTYPE x>', 'utf16le'))),
      'XML 声明',
    ],
    ['macros', forged(part('xl/vbaProject.bin', 'x')), '带宏'],
    ['a name that climbs', forged(part('../../etc/passwd', 'x')), '文件已损坏'],
    ['a zip that is no workbook', zip([part('a.txt', 'x')]), '文件已损坏'],
    ['half a zip', forged(part('a.xml', 'x')).subarray(0, 60), '文件已损坏'],
    ['.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), '.xls'],
    ['nothing', Buffer.alloc(0), '文件是空的'],
    ['bytes', Buffer.from([0x00, 0xff, 0x00, 0xfe, 0x81]), '编码'],
  ])('quality "bad input": refuses %s', async (_, bytes, why) => {
    await expect(read(bytes)).rejects.toThrow(why)
  })
})

const tricky = ['=1+1', '+A1', '-A1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://evil","a")']

describe('writing', () => {
  it.each(['xlsx', 'csv'] as const)(
    'quality "bad input": %s keeps formulas inert and numbers numbers',
    async (format) => {
      const bytes = await written(format, [...tricky.map((text) => [text, -5]), ['-12.50', 3.25]])
      if (format === 'csv') {
        const lines = bytes.toString('utf8').split('\r\n')
        expect(lines[0]).toBe('\ufeff名称,价格')
        expect(lines.slice(-2)).toEqual(['导出人：张三', ''])
        expect(lines).toContain("'=1+1,-5")
        expect(lines).toContain("'@SUM(A1),-5")
        expect(lines).toContain('-12.50,3.25')
        expect(lines).toContain('"\'=HYPERLINK(""http://evil"",""a"")",-5')
        return
      }
      const rows = await read(bytes)
      expect(rows.slice(0, 4)).toEqual([['导出人：张三'], ['名称', '价格'], ['=1+1', '-5'], ['+A1', '-5']])
      expect(rows.at(-1)).toEqual(['-12.50', '3.25'])
    },
  )

  it('prices.md a workbook has decimals as numbers with their digits, days as days, and neither where it would be another', async () => {
    const columns = [
      { header: '日期', width: 12, isDay: true },
      { header: '价格', width: 12, isNumber: true },
    ]
    const rows = [
      ['2026-11-20', '-4160.50'],
      ['2026-11 上旬', '3800'],
      ['', '9007199254740993.25'],
      ['2026-11-23', '暂无'],
    ]
    const bytes = []
    for await (const part of writeSheet('xlsx', { name: '导出', columns, rows })) bytes.push(part)
    const { readXlsx } = await import('hucre/xlsx')
    const [sheet] = (await readXlsx(Buffer.concat(bytes), { readStyles: true })).sheets
    expect(sheet?.rows.slice(1)).toEqual([
      [new Date('2026-11-20'), -4160.5],
      ['2026-11 上旬', 3800],
      ['', '9007199254740993.25'],
      [new Date('2026-11-23'), '暂无'],
    ])
    const formatAt = (place: string) => sheet?.cells?.get(place)?.style?.numFmt
    expect([formatAt('1,0'), formatAt('1,1'), formatAt('2,1')]).toEqual(['yyyy-mm-dd', '0.00', undefined])
    expect(await read(Buffer.concat(bytes))).toContainEqual(['2026-11-20', '-4160.5'])
  })

  it.each([
    ['＝1+1', "'＝1+1"],
    ['＋A1', "'＋A1"],
    ['－A1', "'－A1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ['a;=1+1', "a;'=1+1"],
    ['a; ＝1+1;-2;3', "a; '＝1+1;-2;3"],
    ['a;"=1+1"', `"a;""'=1+1"""`],
    ['a\t@SUM(A1)', "a\t'@SUM(A1)"],
    ['a\r=1+1', `"a\r'=1+1"`],
    ['a\n-A1', `"a\n'-A1"`],
    ['\t=1', "'\t'=1"],
    ['\ra', `"'\ra"`],
    ['+86 138', "'+86 138"],
    ['2026-11-20', '2026-11-20'],
    ['a-b; c=d', 'a-b; c=d'],
    ['-12.50', '-12.50'],
  ])('quality "bad input": CSV writes %j as %j', async (text, cell) => {
    const lines = (await written('csv', [[text, 1]])).toString('utf8')
    expect(lines).toBe(`\ufeff名称,价格\r\n${cell},1\r\n导出人：张三\r\n`)
  })

  it('imports.md "Mode": our own CSV comes back as it was, without the marks that keep formulas inert', async () => {
    const texts = [
      '=1+1',
      '＝1+1',
      '-A1',
      '+86 138',
      '@SUM(A1)',
      'a; =1+1;-2;3',
      'a\n-A1',
      "'quoted'",
      '-12.50',
      "it's",
    ]
    const back = await read(
      await written(
        'csv',
        texts.map((text) => [text, 1]),
      ),
    )
    expect(back.slice(1, -1).map(([text]) => text)).toEqual(texts)
  })

  it('pulls rows only as fast as they are consumed', async () => {
    let taken = 0
    const stream = writeSheet('csv', {
      name: 'a',
      columns: [{ header: 'a', width: 10 }],
      rows: (async function* () {
        for (;;) {
          taken++
          yield [['x'.repeat(1_000)]]
        }
      })(),
    })
    for await (const _ of stream) break
    expect(taken).toBeLessThan(5_000)
  })

  it('makes a template with a header, drop-downs and hints', async () => {
    const columns = [
      { header: '姓名', width: 12, hint: '必填', example: '张三' },
      { header: '角色', width: 12, hint: '必填', example: '销售', options: ['销售', '客服, 二组'] },
    ]
    const bytes = await writeTemplate('员工账号', columns)
    expect(await read(bytes)).toEqual([['姓名', '角色']])
    const { readXlsx } = await import('hucre/xlsx')
    const { sheets } = await readXlsx(bytes)
    expect(sheets.map(({ name }) => name)).toEqual(['员工账号', '填写说明', '选项'])
    expect(sheets[0]?.dataValidations?.[1]).toMatchObject({
      type: 'list',
      range: 'B2:B5000',
      formula1: '选项!$A$1:$A$2',
    })
  })

  it('§6 says on every printed page whose copy it is', async () => {
    const { readXlsx } = await import('hucre/xlsx')
    const { sheets } = await readXlsx(await written('xlsx', [['甲', 1]]))
    expect(sheets[0]?.headerFooter?.oddHeader).toContain('导出人：张三')
  })

  it('a workbook of too many rows to print is streamed, complete', async () => {
    const rows = Array.from({ length: 5_200 }, (_, n): SheetCell[] => [`行${n}`, n])
    const read = (await sheetRows(await written('xlsx', rows), { ...limits, rows: 6_000 })).map(({ cells }) => cells)
    expect(read).toHaveLength(5_202)
    expect(read.slice(-1)).toEqual([['行5199', '5199']])
  })
})
