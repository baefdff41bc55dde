import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely';

/**
 * A driver that does not wait for the answer to `begin`: it goes out together with the first
 * statement, which spares every transaction a trip to the database. Should it fail, the connection
 * has, and the statement behind it says so. The client must be in pipeline mode.
 */
class EagerDriver extends PostgresDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    if (settings.isolationLevel || settings.accessMode) {
      return super.beginTransaction(connection, settings);
    }
    connection.executeQuery(CompiledQuery.raw('begin')).catch(() => undefined);
  }
}

export class EagerDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): PostgresDriver {
    return new EagerDriver(this.#config);
  }
}
