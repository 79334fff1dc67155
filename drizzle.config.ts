/** Where the tables are described and where their migrations go (`npm run db:generate`). */
import { defineConfig } from 'drizzle-kit';

const config = defineConfig({
  dialect: 'postgresql',
  schema: [
    './packages/ground/src/schema/index.ts',
    './packages/server/src/store/schema/index.ts',
    './packages/server/src/mvc/store/act-schema.ts',
  ],
  out: './packages/server/migrations',
});

// drizzle-kit reads the default export.
export default config;
