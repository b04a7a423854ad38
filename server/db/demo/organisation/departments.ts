// The departments of the demo company, and who works in each.

export type DepartmentSeed = {
  key: string
  name: string
  /** Null: below the root department, which every database has. */
  parent: string | null
  /** The role of those who work there, and how many at scale 1; without it the department has no accounts. */
  staff?: { role: string; count: number }
  /** The department whose head its own head reports to. */
  reportsTo?: string
}

/** Parents before their children. */
export const departmentSeeds: readonly DepartmentSeed[] = [
  { key: 'data', name: '数据中心', parent: null, staff: { role: 'sjgly', count: 1 } },
  { key: 'dataStandard', name: '数据标准部', parent: 'data', staff: { role: 'sjgly', count: 6 } },
  { key: 'dataCollection', name: '数据采集部', parent: 'data', staff: { role: 'sjgly', count: 7 } },

  { key: 'review', name: '质量审核部', parent: null, staff: { role: 'reviewer', count: 6 } },

  { key: 'price', name: '价格中心', parent: null, staff: { role: 'priceAnalyst', count: 1 }, reportsTo: 'review' },
  { key: 'steel', name: '钢铁价格部', parent: 'price', staff: { role: 'priceAnalyst', count: 8 }, reportsTo: 'price' },
  {
    key: 'metal',
    name: '有色金属价格部',
    parent: 'price',
    staff: { role: 'priceAnalyst', count: 7 },
    reportsTo: 'price',
  },
  {
    key: 'energy',
    name: '能源化工价格部',
    parent: 'price',
    staff: { role: 'priceAnalyst', count: 8 },
    reportsTo: 'price',
  },
  { key: 'farm', name: '农产品价格部', parent: 'price', staff: { role: 'priceAnalyst', count: 5 }, reportsTo: 'price' },

  { key: 'news', name: '资讯中心', parent: null, staff: { role: 'newsEditor', count: 1 }, reportsTo: 'review' },
  {
    key: 'newsChinese',
    name: '中文资讯部',
    parent: 'news',
    staff: { role: 'newsEditor', count: 10 },
    reportsTo: 'news',
  },
  {
    key: 'newsEnglish',
    name: '英文资讯部',
    parent: 'news',
    staff: { role: 'newsEditor', count: 6 },
    reportsTo: 'news',
  },

  { key: 'sales', name: '销售中心', parent: null, staff: { role: 'sales', count: 1 } },
  { key: 'salesEast', name: '华东大区', parent: 'sales', staff: { role: 'sales', count: 7 }, reportsTo: 'sales' },
  { key: 'salesNorth', name: '华北大区', parent: 'sales', staff: { role: 'sales', count: 7 }, reportsTo: 'sales' },
  { key: 'salesSouth', name: '华南大区', parent: 'sales', staff: { role: 'sales', count: 6 }, reportsTo: 'sales' },
  { key: 'salesWest', name: '西部大区', parent: 'sales', staff: { role: 'sales', count: 5 }, reportsTo: 'sales' },
  { key: 'salesOverseas', name: '海外业务部', parent: 'sales', staff: { role: 'sales', count: 4 }, reportsTo: 'sales' },

  { key: 'service', name: '客户服务中心', parent: null, staff: { role: 'customerService', count: 1 } },
  {
    key: 'serviceOne',
    name: '客户服务一部',
    parent: 'service',
    staff: { role: 'customerService', count: 7 },
    reportsTo: 'service',
  },
  {
    key: 'serviceTwo',
    name: '客户服务二部',
    parent: 'service',
    staff: { role: 'customerService', count: 6 },
    reportsTo: 'service',
  },
  {
    key: 'callback',
    name: '回访组',
    parent: 'service',
    staff: { role: 'customerService', count: 4 },
    reportsTo: 'service',
  },

  { key: 'operations', name: '运营中心', parent: null, staff: { role: 'operations', count: 1 } },
  { key: 'marketing', name: '市场推广部', parent: 'operations', staff: { role: 'operations', count: 4 } },
  { key: 'exhibition', name: '会展活动部', parent: 'operations', staff: { role: 'operations', count: 4 } },
  { key: 'newMedia', name: '新媒体部', parent: 'operations', staff: { role: 'operations', count: 3 } },

  { key: 'technology', name: '技术中心', parent: null },
  { key: 'systems', name: '系统运维部', parent: 'technology', staff: { role: 'administrator', count: 2 } },
  { key: 'personnel', name: '人力资源部', parent: null },
  { key: 'finance', name: '财务部', parent: null },
]
