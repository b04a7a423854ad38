// The staff of the demo company: the known accounts, one for each role, and people of whom no two runs differ.
import { addDays, dayOf } from '#contract/days.ts'
import { drawName } from '../names.ts'
import { type Chance, createChance } from '../random.ts'
import { type DepartmentSeed, departmentSeeds } from './departments.ts'
import { managerRole } from './roles.ts'

export type StaffSeed = {
  userName: string
  realName: string
  mobile: string
  email: string
  department: string
  role: string
  deputyRoles: string[]
  /** User names; what they are superiors in (sales, editing, customers) follows from the role. */
  superiors: string[]
  status: 'enabled' | 'disabled'
  locked: boolean
  expiresAt: string | null
  remark: string
  lastSignInAt: string | null
  createdAt: string
}

const SEED = 20_260_101
/** How many people report to one. */
const SPAN = 8

/** What a kind of superior is stored as; people of other roles have none. */
export const superiorKinds: Readonly<Record<string, 'sale' | 'edit' | 'customer'>> = {
  sales: 'sale',
  [managerRole.code]: 'sale',
  priceAnalyst: 'edit',
  newsEditor: 'edit',
  reviewer: 'edit',
  customerService: 'customer',
}

const known = [
  { userName: 'admin', realName: '程向东', department: 'systems' },
  { userName: 'sjgly', realName: '沈晓岚', department: 'dataStandard' },
  { userName: 'analyst', realName: '贺文博', department: 'steel' },
  { userName: 'editor', realName: '苏婉清', department: 'newsChinese' },
  { userName: 'reviewer', realName: '郑立诚', department: 'review' },
  { userName: 'sales', realName: '何俊霖', department: 'salesEast' },
  { userName: 'service', realName: '宋佳宁', department: 'serviceOne' },
  { userName: 'operator', realName: '唐梦洁', department: 'marketing' },
] as const

/** At the head of a department, above those who were its first: drawn apart, so that nobody else becomes another person. */
const manager = {
  userName: 'manager',
  realName: '谢宏远',
  department: 'sales',
  role: managerRole.code,
  number: 999_999,
}

export const knownUserNames: readonly string[] = [...known, manager].map((account) => account.userName)

const deputies: Readonly<Record<string, readonly string[]>> = {
  sjgly: ['priceAnalyst'],
  priceAnalyst: ['newsEditor'],
  newsEditor: ['priceAnalyst', 'operations'],
  reviewer: ['priceAnalyst', 'newsEditor'],
  sales: ['customerService'],
  customerService: ['sales'],
  operations: ['newsEditor'],
}

/** Of a reserved domain (RFC 2606). */
export const demoEmail = (userName: string) => `${userName}@staff.example.com`

/** Of the unassigned range 10000…; different for each number from 1 to 999,999, and never the seed's 10000000000. */
const mobile = (number: number) => `10000${String((number * 48_611) % 1_000_000).padStart(6, '0')}`

function atWork(chance: Chance, day: string): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${day}T${two(chance.between(8, 19))}:${two(chance.between(0, 59))}:${two(chance.between(0, 59))}+08:00`
}

type Standing = Pick<StaffSeed, 'status' | 'locked' | 'expiresAt' | 'remark' | 'lastSignInAt' | 'createdAt'>

function drawStanding(chance: Chance, today: string, isHead: boolean): Standing {
  const hired = chance.between(40, 2_200)
  const before = (days: number) => addDays(today, -days)
  const seen = (least: number, most: number) => atWork(chance, before(chance.between(least, Math.min(most, hired - 1))))
  const usual: Standing = {
    status: 'enabled',
    locked: false,
    expiresAt: null,
    remark: '',
    lastSignInAt: seen(1, 4),
    createdAt: atWork(chance, before(hired)),
  }
  const kind = chance.between(1, 100)
  if (isHead || kind > 25) return usual
  if (kind <= 5) return { ...usual, status: 'disabled', remark: '已离职', lastSignInAt: seen(30, 400) }
  if (kind <= 8) return { ...usual, locked: true, remark: '长期休假，账号已锁定', lastSignInAt: seen(20, 60) }
  if (kind <= 11) {
    const expired = chance.between(1, 30)
    return { ...usual, expiresAt: before(expired), remark: '外包合同已到期', lastSignInAt: seen(expired, expired + 9) }
  }
  if (kind <= 18) {
    return {
      ...usual,
      expiresAt: before(-chance.between(10, 300)),
      remark: chance.pick(['实习', '外包人员', '试用期']),
    }
  }
  return { ...usual, lastSignInAt: null, createdAt: atWork(chance, before(chance.between(1, 10))), remark: '新入职' }
}

/** The known accounts, then the others; a larger scale continues a smaller one. */
export function generateStaff({ scale, today }: { scale: number; today: Date }): StaffSeed[] {
  const chance = createChance(SEED)
  const day = dayOf(today)
  const people: StaffSeed[] = []
  const byDepartment = new Map(departmentSeeds.map(({ key }) => [key, [] as StaffSeed[]]))
  const taken = new Map<string, number>(knownUserNames.map((name) => [name, 1]))

  const hire = (department: DepartmentSeed, userName: string, realName: string, isKnown: boolean) => {
    const colleagues = byDepartment.get(department.key) ?? []
    const role = department.staff?.role ?? ''
    const { [role]: possible = [] } = deputies
    const standing = drawStanding(chance, day, isKnown || colleagues.length === 0)
    const hasDeputy = chance.happens(0.12) && !isKnown
    const person: StaffSeed = {
      userName,
      realName,
      mobile: mobile(people.length + 1),
      email: demoEmail(userName),
      department: department.key,
      role,
      deputyRoles: hasDeputy && possible.length > 0 ? [chance.pick(possible)] : [],
      superiors: [],
      ...standing,
    }
    people.push(person)
    colleagues.push(person)
  }

  const departmentOf = new Map(departmentSeeds.map((department) => [department.key, department]))
  for (const { userName, realName, department } of known) {
    const found = departmentOf.get(department)
    if (found) hire(found, userName, realName, true)
  }
  for (let round = 0; round < scale; round++) {
    for (const department of departmentSeeds) {
      for (let place = 0; place < (department.staff?.count ?? 0); place++) {
        const { realName, letters } = drawName(chance)
        const times = (taken.get(letters) ?? 0) + 1
        taken.set(letters, times)
        hire(department, times === 1 ? letters : `${letters}${times}`, realName, false)
      }
    }
  }
  const head = promote(day)
  people.splice(known.length, 0, head)
  byDepartment.get(head.department)?.unshift(head)
  for (const department of departmentSeeds) appointSuperiors(department, byDepartment)
  return people
}

function promote(day: string): StaffSeed {
  const { number, ...account } = manager
  return {
    ...account,
    mobile: mobile(number),
    email: demoEmail(account.userName),
    deputyRoles: [],
    superiors: [],
    ...drawStanding(createChance(SEED + 1), day, true),
  }
}

/** A tree in each department in the order of hiring, its head below the head of another department. */
function appointSuperiors(department: DepartmentSeed, byDepartment: ReadonlyMap<string, StaffSeed[]>): void {
  const colleagues = byDepartment.get(department.key) ?? []
  const above = department.reportsTo ? byDepartment.get(department.reportsTo)?.[0] : undefined
  for (const [place, person] of colleagues.entries()) {
    const kind = superiorKinds[person.role]
    const superior = place === 0 ? above : colleagues[Math.floor((place - 1) / SPAN)]
    if (!kind || !superior) continue
    // Customers may be in the care of several: those in their first group also answer to the head of the centre.
    const isShared = kind === 'customer' && above && place > 0 && place % 3 === 0
    person.superiors = isShared ? [superior.userName, above.userName] : [superior.userName]
  }
}
