import * as assert from 'assert'
import { render } from './render.mjs'

assert.equal(render(<b title="assert">1</b>), 'assert')
