/** Lets the signer's role read the ledger and nothing else: sessions, orders and signatures are not its business. */
import pg from 'pg';
import { FOLLOWING_TABLES, LEDGER_TABLES, MVC_TABLES, SHARE_TABLES } from '@rialto/ground';

/** Of the MVC index, which the server's migrations make. */
const MVC_SCHEMA = 'mvc';
const TABLES = [
  ...[...LEDGER_TABLES, ...FOLLOWING_TABLES, ...SHARE_TABLES].map((table) => `public.${table}`),
  ...MVC_TABLES.map((table) => `${MVC_SCHEMA}.${table}`),
];

/**
 * Grants what is there, and by an event trigger what the owner makes later: a default privilege would open every table.
 * @param client connected as the superuser to the database in question
 */
export async function letSignerReadLedger(client: pg.Client): Promise<void> {
  const names = TABLES.map((name) => pg.escapeLiteral(name)).join(', ');
  await client.query('alter default privileges for role rialto revoke select on tables from rialto_signer');
  await client.query('revoke select on all tables in schema public from rialto_signer');
  await client.query(`
    do $$ declare name text; begin
      if to_regnamespace('${MVC_SCHEMA}') is not null then
        revoke select on all tables in schema ${MVC_SCHEMA} from rialto_signer;
        grant usage on schema ${MVC_SCHEMA} to rialto_signer;
      end if;
      foreach name in array array[${names}] loop
        if to_regclass(name) is not null then execute format('grant select on %s to rialto_signer', name); end if;
      end loop;
    end $$`);
  await client.query(`
    create or replace function rialto_open_ledger() returns event_trigger
    language plpgsql security definer set search_path = pg_catalog as $$
    declare made record; begin
      for made in select object_identity from pg_event_trigger_ddl_commands()
        where command_tag = 'CREATE TABLE' and object_identity in (${names})
      loop execute format('grant select on %s to rialto_signer', made.object_identity); end loop;
      for made in select object_identity from pg_event_trigger_ddl_commands()
        where command_tag = 'CREATE SCHEMA' and object_identity = '${MVC_SCHEMA}'
      loop execute format('grant usage on schema %s to rialto_signer', made.object_identity); end loop;
    end $$`);
  await client.query('drop event trigger if exists rialto_open_ledger');
  await client.query(`
    create event trigger rialto_open_ledger on ddl_command_end
    when tag in ('CREATE TABLE', 'CREATE SCHEMA') execute function rialto_open_ledger()`);
}
